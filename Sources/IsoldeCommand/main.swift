import Foundation
import IsoldeModel
import IsoldeRules
import IsoldeSyntax
import IsoldeTree

// Interim driver until the checker is in place: `isolde [--only ID,ID] [--verbose] [--tests] PATH...`
var only: Set<String> = []
var paths: [String] = []
var verbose = false
var tests = false
var arguments = CommandLine.arguments.dropFirst()
while let argument = arguments.popFirst() {
  switch argument {
  case "--only": only = Set((arguments.popFirst() ?? "").split(separator: ",").map(String.init))
  case "--verbose": verbose = true
  case "--tests": tests = true
  default: paths.append(argument)
  }
}
for path in paths {
  var files: [String] = []
  if path.hasSuffix(".swift") {
    files = [path]
  } else {
    let items = FileManager.default.enumerator(atPath: path)
    while let item = items?.nextObject() as? String {
      guard item.hasSuffix(".swift") else { continue }
      let lower = item.lowercased()
      let isSupport = ["test", "mock", "fixture", "example", "preview", "benchmark", "sample", "demo"]
        .contains(where: lower.contains)
      if tests || !isSupport { files.append(path + "/" + item) }
    }
  }
  files.sort()
  var units: [SourceUnit] = []
  for file in files {
    guard let data = FileManager.default.contents(atPath: file) else { continue }
    let tree = FrontEnd.read(SourceText(bytes: Array(data)))
    units.append(
      SourceUnit(
        path: file, tree: tree, facts: FactCollector.collect(tree), module: 0, role: .production))
  }
  let project = Project(units: units, modules: [ModuleSettings(name: "")])
  let rules = RuleCatalog.rules.filter { only.isEmpty || only.contains($0.info.id) }
  let runner = RuleRunner(rules)
  for unit in units.indices {
    let text = units[unit].tree.text
    for finding in runner.run(on: FileContext(project: project, unit: unit)) {
      let place = text.position(at: finding.range.lowerBound)
      print(
        "\(units[unit].path):\(place.line):\(place.column): \(finding.level): \(finding.message) "
          + "[\(finding.rule)]")
      guard verbose else { continue }
      for note in finding.notes {
        let place = units[note.unit].tree.text.position(at: note.range.lowerBound)
        print("    \(units[note.unit].path):\(place.line): note: \(note.message)")
      }
    }
  }
}
