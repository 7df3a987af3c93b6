import Foundation

/// The compiler that builds these tests, asked what it says about a source.
enum SwiftCompiler {
  struct Complaint {
    var line: Int
    var isError: Bool
    var message: String
  }

  /// Compiles a source in the Swift 6 language mode as far as all diagnostics are known.
  ///
  /// - Parameters:
  ///   - source: The source.
  ///   - prelude: Declarations that the source may use.
  ///   - flags: Further arguments.
  /// - Returns: Errors and warnings about the source.
  /// - Throws: An error if the compiler cannot be run.
  static func complaints(
    about source: String, prelude: String? = nil, flags: [String] = []
  ) throws -> [Complaint] {
    let folder = FileManager.default.temporaryDirectory.appending(
      path: "isolde-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appending(path: "Example.swift")
    try source.write(to: file, atomically: true, encoding: .utf8)
    var files = [file.path]
    if let prelude {
      let other = folder.appending(path: "Prelude.swift")
      try prelude.write(to: other, atomically: true, encoding: .utf8)
      files.append(other.path)
    }
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments =
      [
        "swiftc", "-swift-version", "6", "-parse-as-library", "-wmo", "-emit-sil", "-o",
        "/dev/null",
      ]
      + flags + files
    let errors = Pipe()
    process.standardError = errors
    process.standardOutput = FileHandle.nullDevice
    try process.run()
    let output = try errors.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return String(decoding: output, as: UTF8.self).matches(
      of: /Example\.swift:(\d+):\d+: (error|warning): (.*)/
    ).map {
      Complaint(
        line: Int($0.output.1) ?? 0, isError: $0.output.2 == "error",
        message: String($0.output.3))
    }
  }
}
