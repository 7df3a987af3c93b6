import Foundation
import Testing

@Suite("A case of the corpus that can be run")
struct ExploredCorpusTests {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "Corpus")

  /// The names of files with a scenario, of which there are two per case.
  static let names: [String] = {
    let all = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return all.filter { name in
      let text = try? String(contentsOf: folder.appending(path: name), encoding: .utf8)
      return name.hasSuffix(".swift") && text?.contains("func scenario()") == true
    }.sorted()
  }()

  @Test("is one of thirty-three, each with a fixed twin")
  func count() {
    #expect(Self.names.count { $0.hasSuffix("-buggy.swift") } == 33)
    #expect(Self.names.count { $0.hasSuffix("-fixed.swift") } == 33)
  }

  @Test("fails if it has the bug, and passes if not", arguments: names)
  func verdict(name: String) throws {
    let cache = try Folder()
    let file = Self.folder.appending(path: name).path
    let run = try Isolde()(["explore", file, "--runs", "1000"], cache: cache.url)
    #expect(run.code == (name.hasSuffix("-buggy.swift") ? 1 : 0), "\(run.output) \(run.errors)")
  }
}
