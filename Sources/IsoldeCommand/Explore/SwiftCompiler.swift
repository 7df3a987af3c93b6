import Foundation

/// The Swift compiler of this machine.
struct SwiftCompiler {
  let path: String
  /// The first line of what it says of itself.
  let version: String

  /// Finds it in the absolute folders of a search path.
  ///
  /// - Throws: `UsageError` if there is none, or it does not run.
  init(
    searchPath: String = ProcessInfo.processInfo.environment["PATH"] ?? "", scratch: ScratchFolder
  ) throws(UsageError) {
    let found = searchPath.split(separator: ":").filter { $0.hasPrefix("/") }
      .map { "\($0)/swiftc" }.first { (path: String) in access(path, X_OK) == 0 }
    guard let found else {
      throw UsageError(
        "there is no 'swiftc' in PATH", advice: "a scenario is compiled before it is explored")
    }
    path = found
    let output = scratch.makeFile("version")
    var process = ChildProcess(executable: found)
    process.arguments = ["--version"]
    process.output = output
    let end = try? process.run(limit: 60)
    let text = (try? String(contentsOfFile: output, encoding: .utf8)) ?? ""
    guard end == .exited(0),
      let line = text.split(separator: "\n").first(where: { $0.contains("Swift") })
    else { throw UsageError("'\(found)' does not say its version") }
    version = String(line)
  }

  /// Makes a program of a scenario.
  ///
  /// - Parameters:
  ///   - file: The absolute path of the scenario.
  ///   - kind: What is explored in it.
  ///   - library: What it is linked with.
  ///   - scratch: Where the program is put.
  /// - Returns: The program, or what the compiler said instead.
  /// - Throws: An error if the compiler does not start.
  func compile(
    _ file: String, _ kind: ScenarioKind, with library: ExplorerLibrary, in scratch: ScratchFolder
  ) throws -> (program: String?, complaints: String) {
    let harness = "\(scratch.path)/\(Harness.fileName)"
    let moduleMap = "\(scratch.path)/module.modulemap"
    let program = "\(scratch.path)/program"
    try Harness.source(of: kind).write(toFile: harness, atomically: false, encoding: .utf8)
    try Harness.moduleMap.write(toFile: moduleMap, atomically: false, encoding: .utf8)
    var process = ChildProcess(executable: path)
    // Without optimisation, which fuses calls to an actor, so that there would be less to explore.
    process.arguments = [
      "-swift-version", "6", "-parse-as-library", "-Onone", "-g", "-module-name", "Scenario",
      file, harness, "-I", library.modules, "-Xcc", "-fmodule-map-file=\(moduleMap)",
      "-L", library.folder, "-lIsoldeExplorer", "-o", program,
    ]
    process.environment["TMPDIR"] = scratch.path
    let output = scratch.makeFile("compiler")
    process.output = output
    let end = try process.run(limit: 300)
    let bytes = FileManager.default.contents(atPath: output) ?? Data()
    let complaints = String(decoding: bytes, as: UTF8.self)
      .replacing("\(scratch.path)/", with: "")
    return (end == .exited(0) ? program : nil, complaints)
  }
}
