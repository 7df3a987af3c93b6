import IsoldeModel
import IsoldeSyntax
import IsoldeTree
import Testing

@Suite("The isolation that a type inherits")
struct InheritedIsolationTests {
  private func isolation(of name: String, in sources: String...) throws -> Isolation {
    let units = sources.enumerated().map { index, source in
      let tree = FrontEnd.read(SourceText(source), mode: .complete)
      return SourceUnit(
        path: "File\(index).swift", tree: tree, facts: FactCollector.collect(tree), module: 0,
        role: .production)
    }
    let project = Project(units: units, modules: [ModuleSettings(name: "M")])
    let id = try #require(project.type(named: name, module: 0))
    return project[id].isolation
  }

  @Test("comes from a protocol that the declaration names")
  func declaration() throws {
    #expect(try isolation(of: "A", in: "final class A: UIApplicationDelegate {}") == .mainActor)
  }

  @Test("comes from a protocol that an extension in the file of the declaration names")
  func sameFile() throws {
    let source = "final class A {}\nextension A: UIApplicationDelegate {}"
    #expect(try isolation(of: "A", in: source) == .mainActor)
  }

  @Test("does not come from a protocol that an extension in another file names")
  func otherFile() throws {
    let isolation = try isolation(
      of: "A", in: "extension A: UIApplicationDelegate {}", "final class A {}")
    #expect(isolation == .nonisolated)
  }
}
