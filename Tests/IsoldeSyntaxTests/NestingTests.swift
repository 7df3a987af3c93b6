import IsoldeSyntax
import IsoldeTree
import Testing

/// A way in which source can be nested without end.
struct NestedSource: Sendable, CustomTestStringConvertible {
  let testDescription: String
  private let head: String
  private let open: String
  private let middle: String
  private let close: String

  init(
    _ name: String, _ head: String = "", _ open: String, _ middle: String = "", _ close: String = ""
  ) {
    (testDescription, self.head, self.open) = (name, head, open)
    (self.middle, self.close) = (middle, close)
  }

  /// An asynchronous function, so that the parser is asked at all, with a nested body.
  func source(depth: Int) -> SourceText {
    SourceText(
      "func f() async { await g()\n" + head + String(repeating: open, count: depth) + middle
        + String(repeating: close, count: depth) + "\n}\n")
  }

  static let all = [
    NestedSource("braces", "", "{", "", "}"),
    NestedSource("square brackets", "let x = ", "[", "", "]"),
    NestedSource("dictionaries", "let x = ", "[a: ", "1", "]"),
    NestedSource("parentheses in a type", "let x: ", "(", "A", ")"),
    NestedSource("generic arguments", "let x: ", "A<", "A", ">"),
    NestedSource("open angle brackets", "let x = ", "a<", "b"),
    NestedSource("angle brackets and parentheses", "let x = ", "a<(", "b"),
    NestedSource("ifs", "", "if a { ", "", "}"),
    NestedSource("chains of else", "if a {} ", "else if a {} "),
    NestedSource("guards", "", "guard a else { ", "", "}"),
    NestedSource("dos", "", "do { ", "", "}"),
    NestedSource("functions", "", "func f() { ", "", "}"),
    NestedSource("types", "", "struct A { ", "", "}"),
    NestedSource("closures", "let x = ", "{ a in ", "", "}"),
    NestedSource("closure arguments", "f { ", "(a: ", "b"),
    NestedSource("prefix operators", "let x = ", "!", "a"),
    NestedSource("tries", "let x = ", "try ", "a"),
    NestedSource("awaits", "let x = ", "await ", "a"),
    NestedSource("somes", "let x: ", "some ", "A"),
    NestedSource("inouts", "f(", "&", "a)"),
    NestedSource("ternaries", "let x = ", "a ? b : ", "c"),
    NestedSource("arrows", "let x: ", "() -> ", "Void"),
    NestedSource("arrows in parentheses", "let x: ", "(() -> ", "Void", ")"),
    NestedSource("attributes", "", "@a(", "", ")"),
    NestedSource("interpolations", "let x = ", "\"\\(", "a", ")\""),
    NestedSource("subscripts in subscripts", "let x = ", "a[", "0", "]"),
    NestedSource("subscripts in a row", "let x = a", "[0]"),
    NestedSource("calls in a row", "let x = a", ".b()"),
    NestedSource("trailing closures in a row", "let x = a", ".b { c }"),
    NestedSource("operators in a row", "let x = a", " + a"),
    NestedSource("casts in a row", "let x = a", " as b"),
    NestedSource("optional chains", "let x = a", "?"),
    NestedSource("compiler conditions", "", "#if a\n", "", "#endif\n"),
    NestedSource("case patterns", "switch x { case ", ".a(", "", ")"),
  ]
}

@Suite("Nested source")
struct NestingTests {
  @Test("is read to its end, however deep it is", arguments: NestedSource.all)
  func deep(_ nested: NestedSource) {
    for depth in [200, 10_000] {
      let tree = FrontEnd.read(nested.source(depth: depth))
      #expect(tree[.root].kind == .file)
    }
  }

  @Test("is read as a whole where people could have written it", arguments: NestedSource.all)
  func shallow(_ nested: NestedSource) {
    let tree = FrontEnd.read(nested.source(depth: 8))
    #expect(!tree.isIncomplete)
    #expect(!tree.isSkeleton)
  }

  @Test("keeps its declarations when it is too deep for the parser")
  func incomplete() {
    let braces = String(repeating: "{", count: 5000) + String(repeating: "}", count: 5000)
    let tree = FrontEnd.read(SourceText("actor A { func f() async { \(braces) } }\nstruct B {}\n"))
    #expect(tree.isIncomplete)
    #expect(tree.nameID("A") != nil)
    #expect(tree.nameID("B") != nil)
  }
}
