import Foundation
import Testing

@Suite("An example to predict")
struct PredictExampleTests {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Examples/Predict")

  static let names: [String] =
    ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []).sorted()

  @Test("comes to what it says, and to nothing else", arguments: names)
  func outcomes(name: String) throws {
    let file = Self.folder.appending(path: name)
    let text = try String(contentsOf: file, encoding: .utf8)
    let line = try #require(text.split(separator: "\n").first { $0.hasPrefix("// comes to: ") })
    let expected = line.dropFirst("// comes to: ".count).split(separator: ", ").map(String.init)
    let cache = try Folder()
    let run = try Isolde()(["explore", file.path, "--format", "json"], cache: cache.url)
    #expect(run.code == 0, "\(run.output) \(run.errors)")
    let report = try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any]
    let outcomes = report?["outcomes"] as? [[String: Any]]
    #expect(outcomes?.compactMap { $0["value"] as? String }.sorted() == expected.sorted())
    #expect(report?["exhaustive"] as? Bool == true)
  }

  @Test("is one of three")
  func count() { #expect(Self.names.count == 3) }
}

@Suite("The program")
struct LinkedSymbolsTests {
  @Test("has nothing of the explorer's runtime in it")
  func noRuntime() throws {
    let bytes = try Data(contentsOf: Isolde().executable)
    #expect(bytes.range(of: Data("explorer_begin_run".utf8)) == nil)
    let runner = URL(filePath: CommandLine.arguments[0])
    if runner.pathExtension == "xctest" {
      // The same name is found where the runtime is linked, so that the search can fail.
      #expect(try Data(contentsOf: runner).range(of: Data("explorer_begin_run".utf8)) != nil)
    }
  }
}
