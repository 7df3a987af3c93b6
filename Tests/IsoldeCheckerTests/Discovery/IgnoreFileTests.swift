import Testing

@testable import IsoldeChecker

@Suite("Ignore files")
struct IgnoreFileTests {
  /// Whether a pattern in a file at the top ignores a path that is asked for on its own.
  private func ignores(_ lines: String, _ path: String) -> Bool {
    var rules = IgnoreRules()
    rules.add(Array(lines.utf8), depth: 0)
    let isFolder = path.hasSuffix("/")
    return rules.ignores(path.split(separator: "/")[...], isFolder: isFolder)
  }

  @Test(
    "match as git matches",
    arguments: [
      ("a.swift", "a.swift", true), ("a.swift", "x/y/a.swift", true),
      ("/a.swift", "a.swift", true), ("/a.swift", "x/a.swift", false),
      ("x/a.swift", "x/a.swift", true), ("x/a.swift", "y/x/a.swift", false),
      ("build/", "build/", true), ("build/", "x/build/", true), ("build/", "build", false),
      ("/build/", "x/build/", false), ("*.swift", "x/a.swift", true), ("*", "x", true),
      ("a*c.swift", "abbc.swift", true), ("a*c.swift", "ab/c.swift", false),
      ("?.swift", "a.swift", true), ("?.swift", "ab.swift", false),
      ("[a-c].swift", "b.swift", true), ("[!a-c].swift", "b.swift", false),
      ("[^a-c].swift", "d.swift", true), ("[[:digit:]].swift", "7.swift", true),
      ("[].swift", "[].swift", true), ("**/gen/*.swift", "a/b/gen/c.swift", true),
      ("**/gen/*.swift", "gen/c.swift", true), ("a/**", "a/", false), ("a/**", "a/b/c", true),
      ("a/**/b", "a/b", true), ("a/**/b", "a/x/y/b", true), ("a/**/b", "ab", false),
      ("foo**bar", "fooxbar", true), ("foo**bar", "foo/bar", false),
      ("# comment", "comment", false),
      ("\\#a", "#a", true), ("\\!a", "!a", true), ("a  ", "a", true), ("a\\ ", "a ", true),
      ("", "a", false), ("/", "a", false), ("a\r\n", "a", true), ("\u{FEFF}a", "a", true),
      ("*.swift\n!keep.swift", "keep.swift", false), ("*.swift\n!keep.swift", "a.swift", true),
      ("!keep.swift\n*.swift", "keep.swift", true), ("ä*.swift", "ärger.swift", true),
    ])
  func matching(_ lines: String, _ path: String, _ isIgnored: Bool) {
    #expect(ignores(lines, path) == isIgnored)
  }

  @Test("take no exponential time on hostile patterns")
  func hostilePatterns() {
    let stars = String(repeating: "**/a*", count: 200) + "/b"
    let path = String(repeating: "a/", count: 300) + "a"
    #expect(!ignores(stars, path))
    #expect(!ignores(String(repeating: "*a", count: 500) + "b", String(repeating: "a", count: 900)))
  }

  @Test("hold below their folder, and nearer ones win")
  func nesting() throws {
    let folder = try TemporaryFolder([
      ".git/HEAD": "", ".gitignore": "Generated/\n*.gen.swift\n", "A.swift": "",
      "Generated/G.swift": "", "Sub/.gitignore": "!*.gen.swift\n/Local.swift\n",
      "Sub/a.gen.swift": "", "Sub/Local.swift": "", "Sub/Deep/Local.swift": "", "b.gen.swift": "",
      "Sub/Generated/G.swift": "",
    ])
    #expect(folder.find() == ["A.swift", "Sub/Deep/Local.swift", "Sub/a.gen.swift"])
  }

  @Test("of the folders above count up to the repository")
  func parents() throws {
    let folder = try TemporaryFolder([
      ".gitignore": "*.swift", "repo/.git/HEAD": "",
      "repo/.gitignore": "/pkg/Sources/Old\n*.tmp.swift",
      "repo/pkg/Package.swift": "", "repo/pkg/Sources/Old/O.swift": "",
      "repo/pkg/Sources/A.swift": "", "repo/pkg/Sources/b.tmp.swift": "",
    ])
    #expect(folder.find(["repo/pkg/Sources"]) == ["Sources/A.swift"])
  }

  @Test("can be left aside")
  func switchedOff() throws {
    let folder = try TemporaryFolder([".gitignore": "*", "Package.swift": ""])
    var discovery = Discovery()
    #expect(folder.find(["."], discovery) == [])
    discovery.usesIgnoreFiles = false
    #expect(folder.find(["."], discovery) == ["Package.swift"])
  }
}
