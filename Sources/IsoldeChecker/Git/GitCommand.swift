import Foundation

/// Runs git without a shell.
///
/// Git is started by its absolute path, without the repository's hooks and monitors, and without
/// optional locks. Filters that the user's or the repository's configuration names still run.
struct GitCommand: Sendable {
  private let executable: String?

  /// Finds git in the absolute folders of a search path.
  ///
  /// - Parameter searchPath: The folders between colons, by default those of `PATH`.
  init(searchPath: String = ProcessInfo.processInfo.environment["PATH"] ?? "") {
    executable = searchPath.split(separator: ":").filter { $0.hasPrefix("/") }
      .map { "\($0)/git" }.first { access($0, X_OK) == 0 }
  }

  /// What a git command prints.
  ///
  /// - Parameters:
  ///   - arguments: The command and its arguments.
  ///   - root: The folder it runs in.
  /// - Returns: Its standard output.
  /// - Throws: `ChangeCheckFailure` if there is no git, or it ends with a failure.
  func run(_ arguments: [String], in root: String) throws(ChangeCheckFailure) -> [UInt8] {
    guard let executable else { throw ChangeCheckFailure(reason: "there is no git in PATH") }
    let process = Process()
    process.executableURL = URL(filePath: executable)
    process.arguments =
      ["-c", "core.fsmonitor=false", "-c", "core.hooksPath=/dev/null", "--no-optional-locks"]
      + arguments
    process.currentDirectoryURL = URL(filePath: root, directoryHint: .isDirectory)
    // Inside a hook these would speak of another folder or index.
    let misleading: Set = ["GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_PREFIX"]
    process.environment = ProcessInfo.processInfo.environment
      .filter { !misleading.contains($0.key) }
    let output = Pipe()
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    let data: Data?
    do {
      try process.run()
      data = try output.fileHandleForReading.readToEnd()
      process.waitUntilExit()
    } catch {
      throw ChangeCheckFailure(reason: "git does not start")
    }
    guard process.terminationReason == .exit, process.terminationStatus == 0 else {
      throw ChangeCheckFailure(reason: "'\(root)' is not in a git repository that can be read")
    }
    return Array(data ?? Data())
  }
}
