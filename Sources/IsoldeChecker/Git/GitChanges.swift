import Foundation

/// Asks git which files have uncommitted changes.
public struct GitChanges: ChangeChecker {
  private let git: GitCommand

  /// Creates a checker that runs the git found in absolute folders of a search path.
  ///
  /// - Parameter searchPath: The folders between colons, by default those of `PATH`.
  public init(searchPath: String = ProcessInfo.processInfo.environment["PATH"] ?? "") {
    git = GitCommand(searchPath: searchPath)
  }

  /// The files that `git status` lists, alone or through a folder that they are in.
  ///
  /// - Parameters:
  ///   - files: The files in question, relative to the root.
  ///   - root: The folder, which need not be the top of the repository.
  /// - Returns: Those of the files that have uncommitted changes, or are unknown to git or ignored.
  /// - Throws: `ChangeCheckFailure` if there is no git, or the root is not in a repository.
  public func uncommittedChanges(
    among files: [String], in root: String
  ) throws(ChangeCheckFailure) -> Set<String> {
    var prefix = try git.run(["rev-parse", "--show-prefix"], in: root)
    if prefix.last == UInt8(ascii: "\n") { prefix.removeLast() }
    let status = try git.run(
      ["status", "--porcelain", "-z", "--untracked-files=all", "--ignored=traditional", "--", "."],
      in: root)
    let changed = Self.paths(status, below: String(decoding: prefix, as: UTF8.self))
    return Set(
      files.filter { file in
        changed.contains(file) || changed.contains { Self.contains($0, file) }
      })
  }

  /// Whether a path names a folder that a file is in, also with a slash at its end; the empty path
  /// is the root.
  private static func contains(_ folder: String, _ file: String) -> Bool {
    folder.isEmpty || file.hasPrefix(folder.hasSuffix("/") ? folder : folder + "/")
  }

  /// The paths of a status, relative to the root. What is unknown or ignored as a whole, and what is
  /// a repository of its own, is named by its folder.
  private static func paths(_ status: [UInt8], below prefix: String) -> Set<String> {
    var paths: Set<String> = []
    var entries = status.split(separator: 0)[...]
    while let entry = entries.popFirst() {
      guard entry.count > 3 else { continue }
      let isMoved = entry.prefix(2).contains { $0 == UInt8(ascii: "R") || $0 == UInt8(ascii: "C") }
      var names = [entry.dropFirst(3)]
      if isMoved, let origin = entries.popFirst() { names.append(origin) }
      for name in names {
        let path = String(decoding: name, as: UTF8.self)
        if path.hasPrefix(prefix) {
          paths.insert(String(path.dropFirst(prefix.count)))
        } else if path.hasSuffix("/"), prefix.hasPrefix(path) {
          paths.insert("")
        }
      }
    }
    return paths
  }
}
