import Testing

@testable import IsoldeChecker

@Suite("An old-style property list")
struct PropertyListTests {
  private func parse(_ text: String) throws -> PropertyList {
    try PropertyListParser.parse(Array(text.utf8))
  }

  @Test("is read with comments, quotes, arrays and dictionaries")
  func reading() throws {
    let list = try parse(
      """
      // !$*UTF8*$!
      { /* one */ isa = PBXGroup; "a b" = "x \\"y\\" \\n\\U00e9"; path = ../Shared/a+b.swift;
        children = ( 1A /* A.swift */, 2B, ); empty = {}; none = (); data = <0fbd77 1c2735ae>; }
      """)
    #expect(list.entries["isa"]?.text == "PBXGroup")
    #expect(list.entries["a b"]?.text == "x \"y\" \n\u{e9}")
    #expect(list.entries["path"]?.text == "../Shared/a+b.swift")
    #expect(list.entries["children"]?.elements.compactMap(\.text) == ["1A", "2B"])
    #expect(list.entries["empty"] == .dictionary([:]))
    #expect(list.entries["none"] == .array([]))
    #expect(list.entries["data"]?.text == "<0fbd77 1c2735ae>")
  }

  @Test("may lack separators")
  func forgiving() throws {
    #expect(try parse("{ a = 1 b = (x y) }").entries["b"]?.elements.count == 2)
    #expect(try parse("\u{FEFF}{ a = 1; }").entries["a"]?.text == "1")
    #expect(try parse("{ a = 'it is'; }").entries["a"]?.text == "it is")
  }

  @Test(
    "that makes no sense is refused with its line",
    arguments: [
      ("", 1, "unexpected end of file"), ("{ a = ", 1, "unexpected end of file"),
      ("{\n a 1; }", 2, "expected '=' after a key"), ("{ a = \"x", 1, "a quote is not closed"),
      ("{}\n\n}", 3, "unexpected text at the end"),
      ("{\n<<<<<<< HEAD\n}", 2, "unexpected character in data"),
      ("{ a = <12", 1, "data is not closed"), ("(\n\n;)", 3, "unexpected character"),
      ("{ a = b; /* open", 1, "unexpected end of file"),
      (String(repeating: "(", count: 100_000), 1, "nested too deeply"),
      (String(repeating: "{a=", count: 100_000), 1, "nested too deeply"),
    ])
  func errors(_ text: String, _ line: Int, _ message: String) {
    #expect(throws: PropertyListError(line: line, message: message)) { try parse(text) }
  }

  @Test("never reads past its end, wherever it is cut")
  func truncation() {
    let text = "{ a = (\"x\\U00e9\", <12>, b /* c */); // d\n e = {f = g;}; }"
    let bytes = Array(text.utf8)
    for end in bytes.indices { _ = try? PropertyListParser.parse(Array(bytes[..<end])) }
  }
}
