import IsoldeTree
import Testing

@Suite("An encoded tree")
struct TreeCodingTests {
  private func makeTree() -> Tree {
    let source = "let a = f(1) // why\n"
    var builder = TreeBuilder(bytes: Array(source.utf8))
    builder.open(.varDecl, 0..<12, flags: .isLet)
    builder.open(.binding, 4..<12)
    builder.leaf(.bindPattern, 4..<5, name: builder.intern(4..<5))
    builder.open(.call, 8..<12, name: builder.intern(8..<9))
    builder.leaf(.identifier, 8..<9, name: builder.intern(8..<9))
    return builder.finish(
      text: SourceText(source), comments: [Comment(start: 13, end: 19, startsLine: false)],
      isSkeleton: false)
  }

  private func decode(_ bytes: [UInt8], _ text: SourceText) -> Tree? {
    bytes.withUnsafeBytes { Tree(encoded: $0, text: text) }
  }

  @Test("gives the same tree back")
  func roundTrip() throws {
    let tree = makeTree()
    let copy = try #require(decode(tree.encoded(), tree.text))
    #expect(copy.names == tree.names)
    #expect(copy.comments == tree.comments)
    #expect(copy.encoded() == tree.encoded())
  }

  @Test("is refused when it is cut short anywhere")
  func truncated() {
    let tree = makeTree()
    let bytes = tree.encoded()
    for length in 0..<bytes.count {
      #expect(decode(Array(bytes[..<length]), tree.text) == nil)
    }
  }

  @Test("never makes a tree that leads out of bounds, whatever byte is forged")
  func forged() {
    let tree = makeTree()
    let bytes = tree.encoded()
    for index in bytes.indices {
      for value in [UInt8(0), 1, 7, 0x7F, 0x80, 0xFF] {
        var forged = bytes
        forged[index] = value
        guard let copy = decode(forged, tree.text) else { continue }
        for id in copy.descendants(.root) {
          _ = copy.name(id) + copy.label(id) + copy.source(id)
          #expect(copy.ancestors(id).contains(.root))
          for child in copy.children(id) { #expect(copy.contains(id, child)) }
        }
      }
    }
  }

  @Test("is refused for a text that is shorter than its positions")
  func otherText() {
    #expect(decode(makeTree().encoded(), SourceText("let")) == nil)
  }
}
