import IsoldeModel
import IsoldeRules
import IsoldeSyntax
import IsoldeTree
import Foundation
import Glibc
func read(_ p: String) -> [UInt8] { let f = open(p, O_RDONLY); var s = stat(); fstat(f,&s); var b = [UInt8](repeating:0,count:Int(s.st_size)); _ = b.withUnsafeMutableBytes{ Glibc.read(f,$0.baseAddress,$0.count)}; close(f); return b }
func cpu() -> Double { var t = timespec(); clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t); return Double(t.tv_sec) + Double(t.tv_nsec)/1e9 }
let mode = CommandLine.arguments[1]
let t0 = cpu()
var units: [SourceUnit] = []
for f in CommandLine.arguments.dropFirst(2) {
  let t = FrontEnd.read(SourceText(bytes: read(f)), mode: mode == "complete" ? .complete : .focused)
  units.append(SourceUnit(path: f, tree: t, facts: FactCollector.collect(t), module: 0, role: .production))
}
let t1 = cpu()
let project = Project(units: units, modules: [ModuleSettings(name: "")])
let t2 = cpu()
let runner = RuleRunner(RuleCatalog.rules)
var all: [Finding] = []
var t3 = 0.0, t4 = 0.0
for u in units.indices {
  let a = cpu()
  let c = FileContext(project: project, unit: u)
  let b = cpu()
  all += runner.run(on: c)
  t3 += b - a; t4 += cpu() - b
}
for f in all {
  let t = units[f.unit].tree.text
  let p = t.position(at: f.range.lowerBound)
  print("\(units[f.unit].path):\(p.line):\(p.column): \(f.level): \(f.message) [\(f.rule)]")
  if mode == "v" { for n in f.notes { let q = units[n.unit].tree.text.position(at: n.range.lowerBound); print("   \(q.line): \(n.message)") } }
}
FileHandle.standardError.write(Data("read \(t1-t0) index \(t2-t1) flow \(t3) rules \(t4) findings \(all.count)\n".utf8))
