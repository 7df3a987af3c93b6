import IsoldeModel
import IsoldeSyntax
import IsoldeTree
import Testing

@Suite("Looking up a type")
struct TypeLookupTests {
  @Test("prefers the type of the own file where several files use one name")
  func ownFile() {
    let sources = [
      "private struct Box { var a = 1 }", "private struct Box { var b = 1 }", "let box = 1",
    ]
    let units = sources.enumerated().map { index, source in
      let tree = FrontEnd.read(SourceText(source), mode: .complete)
      return SourceUnit(
        path: "File\(index).swift", tree: tree, facts: FactCollector.collect(tree), module: 0,
        role: .production)
    }
    let project = Project(units: units, modules: [ModuleSettings(name: "M")])
    let found = units.indices.map { project.type(named: "Box", module: 0, unit: $0) }
    #expect(found[0].map { project[$0].properties["a"] != nil } ?? false)
    #expect(found[1].map { project[$0].properties["b"] != nil } ?? false)
    #expect(found[2] == nil)
    #expect(project.type(named: "Box", module: 0) == nil)
  }
}
