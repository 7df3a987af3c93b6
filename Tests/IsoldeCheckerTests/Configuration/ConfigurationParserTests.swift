import Testing

@testable import IsoldeChecker

@Suite("The configuration language")
struct ConfigurationParserTests {
  /// A value in a form that is easy to compare.
  private func show(_ node: ConfigurationNode) -> String {
    switch node.value {
    case .nothing: "~"
    case .scalar(let text): "<\(text)>"
    case .list(let elements): "[" + elements.map(show).joined(separator: " ") + "]"
    case .map(let entries):
      "{" + entries.map { "\($0.key)=\(show($0.value))" }.joined(separator: " ") + "}"
    }
  }

  @Test(
    "has maps, lists, scalars and comments",
    arguments: [
      ("", "~"), ("# only a comment\n\n", "~"), ("---\na: 1", "{a=<1>}"), ("a: 1", "{a=<1>}"),
      ("a:\nb: x y  z # c", "{a=~ b=<x y z>}"), ("a: off\nb: on", "{a=<off> b=<on>}"),
      ("a:\n  b: 1\n  c:\n    d: 2\ne: 3", "{a={b=<1> c={d=<2>}} e=<3>}"),
      ("a:\n  - x\n  - y", "{a=[<x> <y>]}"), ("a:\n- x\n- y\nb: 1", "{a=[<x> <y>] b=<1>}"),
      ("- a: 1\n  b: 2\n- a: 3", "[{a=<1> b=<2>} {a=<3>}]"),
      ("- a:\n    b: 1\n  c: 2", "[{a={b=<1>} c=<2>}]"), ("-\n  a: 1\n-", "[{a=<1>} ~]"),
      ("- - a\n  - b\n- c", "[[<a> <b>] <c>]"), ("a: [x, 'y z', \"w\"]", "{a=[<x> <y z> <w>]}"),
      ("a: []", "{a=[]}"), ("a: [ x , ]", "{a=[<x>]}"),
      ("a: { b: 1, c: [d] }", "{a={b=<1> c=[<d>]}}"),
      ("a: {}", "{a={}}"), ("a: [] # none", "{a=[]}"), ("a: 'it''s'", "{a=<it's>}"),
      ("a: \"x \\\" \\\\ y\"", "{a=<x \" \\ y>}"),
      ("a: \"# no comment\" # yes", "{a=<# no comment>}"),
      ("a: x#y", "{a=<x#y>}"), ("a: it's", "{a=<it's>}"), ("\"a b\": 1", "{a b=<1>}"),
      ("'a': 1", "{a=<1>}"), ("a: http://x", "{a=<http://x>}"), ("a: -1", "{a=<-1>}"),
      ("a: \"**/*.swift\"", "{a=<**/*.swift>}"), ("a: Sources/**", "{a=<Sources/**>}"),
      ("\u{FEFF}a: 1\r\nb: 2\r\n", "{a=<1> b=<2>}"), ("a : 1", "{a=<1>}"),
      ("a:   # c\n  - x", "{a=[<x>]}"),
      ("- # c\n  x", "[<x>]"), ("word", "<word>"), ("a: ''", "{a=<>}"),
      ("  a: 1\n  b: 2", "{a=<1> b=<2>}"),
    ])
  func values(_ text: String, _ expected: String) throws {
    #expect(show(try ConfigurationParser.parse(text)) == expected)
  }

  @Test(
    "refuses the rest with its line",
    arguments: [
      ("a: 1\n\tb: 2", 2, "a tab; use spaces"), ("a: &x 1", 1, "anchors, tags and text blocks"),
      ("a: 1\nb: *x", 2, "anchors, tags and text blocks"), ("a: !!str x", 1, "anchors, tags"),
      ("a: |\n  x", 1, "anchors, tags and text blocks"), ("a: *.swift", 1, "quote '*.swift'"),
      ("a: 1\n---\nb: 2", 2, "only one document"), ("%YAML 1.2", 1, "only one document"),
      ("a: 1\n...", 2, "only one document"), ("a: 1\na: 2", 2, "'a' is given twice"),
      ("a: {b: 1, b: 2}", 1, "'b' is given twice"), ("a: 1\n  b: 2", 2, "unexpected indentation"),
      ("a:\n    b: 1\n  c: 2", 3, "unexpected indentation"),
      ("a: 1\nb", 2, "expected 'key: value'"),
      ("a: 1\n- b", 2, "expected 'key: value'"),
      ("a: b: c", 1, "unexpected ': c'; quote the value"),
      ("a: 'x", 1, "a quote is not closed"), ("a: \"x\\q\"", 1, "are known in double quotes"),
      ("a: 'x' y", 1, "unexpected 'y'; quote the value"), ("a: [x", 1, "',' or ']' is missing"),
      ("a: [x\n  y]", 1, "',' or ']' is missing"), ("a: [x}]", 1, "',' or ']' is missing"),
      ("a: {x}", 1, "expected 'key: value'"), ("a: [,]", 1, "a value is missing"),
      ("a:\n  - x\n  b: 1", 3, "unexpected indentation"), ("[x]\n[y]", 2, "unexpected indentation"),
      (String(repeating: "[", count: 5000), 1, "nested too deeply"),
      (String(repeating: "- ", count: 5000) + "x", 1, "nested too deeply"),
    ])
  func errors(_ text: String, _ line: Int, _ message: String) {
    let error = #expect(throws: ConfigurationSyntaxError.self) {
      try ConfigurationParser.parse(text)
    }
    #expect(error?.line == line)
    #expect(error?.message.contains(message) == true, "\(error?.message ?? "")")
  }

  @Test("ends on every cut of a file")
  func truncation() {
    let text = "a: [x, {y: 'z'}]\nb:\n  - \"q\\\"\" # c\n  - k: v\n    l: {}\n"
    for end in text.indices { _ = try? ConfigurationParser.parse(String(text[..<end])) }
  }
}
