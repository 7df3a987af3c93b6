import Foundation
import Testing

@Suite("A copy of the explorer in a dynamic library")
struct DynamicCopyTests {
  /// Where the archive lies that scenarios are linked with; not every build system makes one.
  private static let library: URL? = {
    guard let isolde = try? Isolde() else { return nil }
    let folder = isolde.executable.deletingLastPathComponent()
    let archive = folder.appending(path: "libIsoldeExplorer.a")
    return FileManager.default.fileExists(atPath: archive.path) ? folder : nil
  }()

  @Test(
    "is refused with one sentence, because nobody would stop before a hop",
    .enabled(if: library != nil))
  func refusal() throws {
    let build = try #require(Self.library)
    let folder = try Folder()
    try folder.write("module.modulemap", "module CExplorerRuntime {}\n")
    try folder.write(
      "Refused.swift",
      """
      import IsoldeExplorer

      @main enum Refused {
        static func main() async {
          print(await RuntimeCapabilities.refusal() ?? "it can explore")
          print(await Exploration {}.run() == nil)
        }
      }

      """)
    let (runtime, architecture) = try runtimeFolder()
    try run(
      "clang", "-shared", "-o", folder.url.appending(path: "libCopy.so").path,
      "-Wl,--whole-archive", build.appending(path: "libIsoldeExplorer.a").path,
      "-Wl,--no-whole-archive", "-L", runtime, "-lswiftCore", "-lswift_Concurrency",
      "-lswiftSynchronization", "-lswift_StringProcessing", "-lswiftGlibc",
      "\(runtime)/\(architecture)/swiftrt.o")
    try run(
      "swiftc", "-swift-version", "6", "-parse-as-library", "-Onone",
      folder.url.appending(path: "Refused.swift").path, "-I", build.appending(path: "Modules").path,
      "-Xcc", "-fmodule-map-file=" + folder.url.appending(path: "module.modulemap").path, "-L",
      folder.url.path, "-lCopy", "-Xlinker", "-rpath", "-Xlinker", folder.url.path, "-o",
      folder.url.appending(path: "refused").path)
    let output = try run(folder.url.appending(path: "refused").path)
    #expect(
      output == """
        nothing can be explored here: this runtime was not seen to give hopStops
        true

        """)
  }

  private func runtimeFolder() throws -> (path: String, architecture: Substring) {
    let data = Data(try run("swiftc", "-print-target-info").utf8)
    let info = try JSONSerialization.jsonObject(with: data) as? [String: Any]
    let paths = try #require(info?["paths"] as? [String: Any])
    let target = try #require(info?["target"] as? [String: Any])
    let triple = try #require(target["triple"] as? String)
    let path = try #require(paths["runtimeResourcePath"] as? String)
    return (path + "/linux", triple.prefix { $0 != "-" })
  }

  @discardableResult
  private func run(_ command: String...) throws -> String {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = command
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let data = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    try #require(process.terminationStatus == 0, "\(command)")
    return String(decoding: data, as: UTF8.self)
  }
}
