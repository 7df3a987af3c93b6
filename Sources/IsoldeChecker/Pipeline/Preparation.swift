import Foundation
import IsoldeModel
import IsoldeRules
import IsoldeSyntax
import IsoldeTree

/// Everything that is settled before the first file is read.
struct Preparation {
  let configuration: Configuration
  let selection: RuleSelection
  let root: String
  let workers: WorkerThreads
  let tests: TestPolicy
  private(set) var modules: [ModuleSettings]
  private(set) var errors: [InputError]
  private(set) var notices: [String]
  private(set) var skipped: Int
  /// The names of modules whose settings nothing says.
  let assumedModules: [String]

  private let files: [(file: SourceFile, module: Int, settings: ModuleSettings)]
  private let source: (name: String, text: SourceText)?
  private let reader: SourceReader

  init(_ options: CheckOptions, build: String) throws(CheckFailure) {
    let start = ProjectRoot.find(for: options.source == nil ? options.paths : [])
    let configuration: Configuration
    do throws(ConfigurationError) {
      configuration = try Configuration.load(root: start, path: options.configurationFile)
    } catch {
      throw CheckFailure(error.description)
    }
    self.configuration = configuration
    selection = RuleSelection(configuration, options: options.rules)
    workers = WorkerThreads(
      count: options.jobs ?? configuration.jobs ?? ProcessInfo.processInfo.activeProcessorCount)
    tests = options.tests ?? configuration.tests
    source = options.source

    var discovery = Discovery()
    discovery.include = configuration.include
    discovery.exclude = configuration.exclude
    discovery.maximumFileSize = configuration.maximumFileSize
    let found =
      options.source == nil
      ? discovery.find(options.paths, root: start) : Discovery.Found(root: start)
    var cacheNotices: [String] = []
    let trees = TreeSource(
      cache: Self.openCache(options, configuration, root: found.root, build, &cacheNotices))
    let settings = ProjectSettings(reading: found, trees: trees)
    root = found.root
    modules = settings.modules.isEmpty ? [ModuleSettings(name: "")] : settings.modules
    files = found.files.indices.map {
      (found.files[$0], settings.moduleOfFile[$0], settings.settings(ofFile: $0))
    }
    errors = found.errors
    skipped = found.notices.count
    notices = (found.notices + settings.notices).map(\.description)
    assumedModules = settings.assumedModules
    if options.source == nil { notices.append(settings.summary) }
    notices += cacheNotices

    let (selection, tests) = (selection, tests)
    reader = SourceReader(workers: workers, trees: trees) { path, role in
      selection.highestLevel(in: path).map { tests.reports($0, in: role) } ?? false
    }
  }

  private static func openCache(
    _ options: CheckOptions, _ configuration: Configuration, root: String, _ build: String,
    _ notices: inout [String]
  ) -> TreeCache? {
    guard options.usesCache, options.source == nil, configuration.cache != .off else { return nil }
    var folder = ".isolde/cache"
    if case .folder(let own)? = configuration.cache { folder = own }
    do throws(FileFailure) {
      return try TreeCache(path: PathText.join(root, folder), build: build)
    } catch {
      notices.append("no cache: \(error.description)")
      return nil
    }
  }

  func readFiles(_ progress: @escaping Checker.Progress) -> [SourceReader.Result] {
    guard let source else {
      let total = files.count
      return reader.read(files) { progress($0, total) }
    }
    let (name, text) = source
    // A deep stack is needed here as well.
    return workers.map([0]) { module in
      .read(
        SourceUnit(
          path: name, tree: FrontEnd.read(text), module: module,
          role: FileRole.role(ofPath: name)),
        ContentHash(text.bytes))
    }
  }

  /// Says which files were not read as a whole.
  mutating func noteIncomplete(_ units: [SourceUnit]) {
    for unit in units where unit.tree.isIncomplete {
      notices.append("\(unit.path): nested too deeply to be checked")
      skipped += 1
    }
  }

  mutating func finishCache(_ results: [SourceReader.Result]) {
    guard let cache = reader.trees.cache else { return }
    if let complaint = reader.trees.complaint {
      notices.append("the cache cannot be written: \(complaint)")
      return
    }
    cache.prune(
      keeping: Set(
        results.compactMap { result in
          if case .read(_, let hash) = result { return hash }
          return nil
        }))
  }
}
