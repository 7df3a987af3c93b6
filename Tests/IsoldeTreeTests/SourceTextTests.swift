import IsoldeTree
import Testing

@Suite("A source text")
struct SourceTextTests {
  @Test("counts lines from 1 and columns in bytes from 1")
  func positions() {
    let text = SourceText("let a = 1\nlet é = 2\n")
    #expect(text.position(at: 0) == .init(line: 1, column: 1))
    #expect(text.position(at: 10) == .init(line: 2, column: 1))
    #expect(text.position(at: 17) == .init(line: 2, column: 8))
    #expect(text.lineCount == 2)
  }
}
