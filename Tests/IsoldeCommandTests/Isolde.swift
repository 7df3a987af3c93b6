import Foundation
import Testing

/// The built program, run as users run it.
struct Isolde {
  /// What a run printed and how it ended.
  struct Run {
    var code: Int32
    var output: String
    var errors: String
  }

  let executable: URL

  /// Finds the program beside the test runner, wherever the build system put them.
  init() throws {
    var folder = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
    var found: URL?
    for _ in 0..<4 where found == nil {
      let candidate = folder.appending(path: "isolde")
      var isFolder: ObjCBool = false
      if FileManager.default.fileExists(atPath: candidate.path, isDirectory: &isFolder),
        !isFolder.boolValue
      {
        found = candidate
      }
      folder.deleteLastPathComponent()
    }
    executable = try #require(found, "the program is not built beside the tests")
  }

  /// Runs the program to its end.
  ///
  /// - Parameters:
  ///   - arguments: The command line.
  ///   - folder: The folder it runs in.
  ///   - input: What stands on its standard input.
  /// - Returns: What it printed and how it ended.
  /// - Throws: An error if the program cannot be started.
  func callAsFunction(
    _ arguments: String..., in folder: URL? = nil, input: String? = nil
  ) throws -> Run {
    try self(arguments, in: folder, input: input)
  }

  /// The same, with folders that the environment names.
  func callAsFunction(
    _ arguments: [String], in folder: URL? = nil, input: String? = nil, cache: URL? = nil,
    home: String? = nil
  ) throws -> Run {
    let process = Process()
    process.executableURL = executable
    process.arguments = arguments
    process.environment = ProcessInfo.processInfo.environment
    if let cache { process.environment?["XDG_CACHE_HOME"] = cache.path }
    if let home { process.environment?["ISOLDE_HOME"] = home }
    process.currentDirectoryURL = folder
    let (output, errors, source) = (Pipe(), Pipe(), Pipe())
    process.standardOutput = output
    process.standardError = errors
    process.standardInput = source
    try process.run()
    if let input { try source.fileHandleForWriting.write(contentsOf: Data(input.utf8)) }
    try source.fileHandleForWriting.close()
    let printed = try output.fileHandleForReading.readToEnd() ?? Data()
    let complained = try errors.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return Run(
      code: process.terminationReason == .exit ? process.terminationStatus : -1,
      output: String(decoding: printed, as: UTF8.self),
      errors: String(decoding: complained, as: UTF8.self))
  }
}

/// A folder that is gone when the test is.
final class Folder {
  let url: URL

  init() throws {
    url = FileManager.default.temporaryDirectory.appending(path: "isolde-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  /// Writes a file, with the folders around it.
  func write(_ name: String, _ text: String) throws {
    try write(name, bytes: Array(text.utf8))
  }

  /// Writes a file of any bytes.
  func write(_ name: String, bytes: [UInt8]) throws {
    let file = url.appending(path: name)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(bytes).write(to: file)
  }

  /// Reads a file.
  func read(_ name: String) throws -> String {
    try String(contentsOf: url.appending(path: name), encoding: .utf8)
  }

  /// A source with one finding of `actor-check-then-act`.
  static let wallet = """
    actor Wallet {
      var balance = 100
      func pay(_ amount: Int) async {
        guard balance >= amount else { return }
        await Task.yield()
        balance -= amount
      }
    }

    """
}
