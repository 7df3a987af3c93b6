import IsoldeSyntax
import IsoldeTree
import Testing

@Suite("The front end")
struct FrontEndTests {
  private func read(_ source: String, mode: FrontEnd.Mode = .focused) -> Tree {
    FrontEnd.read(SourceText(source), mode: mode)
  }

  private let library = """
    import Foundation

    /// A point.
    struct Point: Hashable {
      var x = 0
      var y: Int { didSet { x = y } }
      static let zero = Point()
      init() { y = 1 }
      func moved(by delta: Int) -> Point {
        var copy = self
        func helper() { copy.x += delta }
        helper()
        return copy
      }
    }

    extension Point {
      enum Axis: String { case x, y }
      subscript(index: Int) -> Int { index == 0 ? x : y }
    }

    protocol Shape { func area() -> Double }
    final class Box<Value>: Shape where Value: Hashable {
      private(set) var values: [Value] = []
      func area() -> Double { 0 }
      deinit { values = [] }
    }

    """

  @Test("reads only declarations of a file without a word of concurrency")
  func skeleton() {
    let tree = read(library)
    #expect(tree.isSkeleton)
    #expect(!tree.isIncomplete)
    #expect(!tree.nodes.contains { $0.kind == .returnStmt })
  }

  @Test("sees the same types in a skeleton as in the whole file")
  func sameTypes() {
    func types(_ tree: Tree) -> [String] {
      tree.nodes.filter { $0.kind == .typeDecl }.map {
        "\(tree.names[Int($0.name)]) \(tree.text.line(at: Int($0.start)))"
      }
    }
    let complete = types(read(library, mode: .complete))
    #expect(types(read(library)) == complete)
    #expect(complete.count == 5)
  }

  @Test("reads only declarations where nobody asks for more")
  func declarations() {
    let tree = read("actor A { func f() async { await g() } }\n", mode: .declarations)
    #expect(tree.isSkeleton)
    #expect(tree.nameID("A") != nil)
  }

  @Test("parses the bodies that concern concurrency, and sketches the others")
  func blanking() {
    let tree = read(
      """
      actor Store {
        var count = 0
        func plain() -> Int {
          let twice = count * 2
          return twice
        }
        func waits() async {
          await Task.yield()
          count += 1
        }
      }

      """)
    #expect(!tree.isSkeleton)
    #expect(tree.nodes.contains { $0.kind == .awaitExpr })
    #expect(!tree.nodes.contains { $0.kind == .returnStmt })
    #expect(tree.nodes.contains { $0.flags.contains(.isBlanked) })
  }

  @Test("gives a body that it parses the nodes that the whole file has")
  func samePositions() {
    let source = "func a() { let x = 1 }\nfunc b() async { await c(1, d: [2]) { $0 } }\n"
    func calls(_ tree: Tree) -> [Range<Int>] {
      tree.nodes.filter { $0.kind == .call }.map(\.range)
    }
    #expect(calls(read(source)) == calls(read(source, mode: .complete)))
    #expect(calls(read(source)).count == 1)
  }

  @Test(
    "reads any bytes",
    arguments: [
      [], [0], [0xFF, 0xFE], [0xEF, 0xBB, 0xBF], Array("\"\\(".utf8), Array("/*/*".utf8),
      Array("#\"".utf8), Array("\"\"\"\n".utf8), Array("}}}}".utf8), Array("`".utf8),
      Array("func f() async {".utf8) + [0xC3], Array("actor A {\u{0}}".utf8), Array("/await/".utf8),
    ] as [[UInt8]])
  func anyBytes(_ bytes: [UInt8]) {
    let text = SourceText(bytes: bytes)
    for mode in [FrontEnd.Mode.focused, .complete] {
      let tree = FrontEnd.read(text, mode: mode)
      #expect(tree.nodes.allSatisfy { $0.range.upperBound <= bytes.count })
    }
  }

  @Test("knows whether source has a syntax error")
  func syntaxErrors() {
    #expect(FrontEnd.parsesCleanly("let a = 1\n"))
    #expect(!FrontEnd.parsesCleanly("let = 1\n"))
  }
}
