import IsoldeModel
import IsoldeSyntax
import IsoldeTree

/// Reads files into units: their trees, from the cache where it has them, and their facts.
struct SourceReader: Sendable {
  /// What became of a file.
  enum Result: Sendable {
    case read(SourceUnit, ContentHash)
    case failed(InputError)
  }

  let workers: WorkerThreads
  let trees: TreeSource
  /// Whether findings in a file of a role can be reported; elsewhere declarations are enough.
  private let isJudged: @Sendable (_ path: String, _ role: SourceUnit.Role) -> Bool

  init(
    workers: WorkerThreads, trees: TreeSource,
    isJudged: @escaping @Sendable (_ path: String, _ role: SourceUnit.Role) -> Bool
  ) {
    self.workers = workers
    self.trees = trees
    self.isJudged = isJudged
  }

  /// Reads files.
  ///
  /// - Parameters:
  ///   - files: The files, each with the index and settings of its module.
  ///   - progress: Called after each file with how many are done.
  /// - Returns: What became of each file, in their order.
  func read(
    _ files: [(file: SourceFile, module: Int, settings: ModuleSettings)],
    progress: @escaping @Sendable (Int) -> Void
  ) -> [Result] {
    workers.map(files, finished: progress) { entry in
      do throws(InputError) {
        let text = try entry.file.read()
        let (tree, hash) = trees.tree(of: text, mode(of: entry.file, entry.settings))
        let unit = SourceUnit(
          path: entry.file.path, tree: tree, module: entry.module,
          role: FileRole.role(of: entry.file, tree, in: entry.settings))
        return .read(unit, hash)
      } catch {
        return .failed(error)
      }
    }
  }

  /// What the path tells of a file's role is enough to know that nobody asks for its bodies.
  private func mode(of file: SourceFile, _ settings: ModuleSettings) -> FrontEnd.Mode {
    let role = file.role == .production && settings.isTest ? .support : file.role
    return isJudged(file.path, role) ? .focused : .declarations
  }
}

extension SourceUnit {
  /// Creates a unit with the facts of its tree.
  init(path: String, tree: Tree, module: Int, role: Role) {
    self.init(
      path: path, tree: tree, facts: FactCollector.collect(tree), module: module, role: role)
  }
}
