import IsoldeModel
import IsoldeTree

/// Finds two resumes of one continuation on one way.
struct ContinuationResumedTwice: Rule {
  static let info = RuleInfo(
    id: "continuation-resumed-twice", group: .continuations,
    summary: "two resumes of the same continuation can run one after the other",
    reason: "the second one traps, or corrupts memory if the continuation is unsafe",
    tier: .optIn, triggers: ContinuationSite.makers)

  func check(_ code: CodeContext, _ report: inout Reporter) {
    for site in ContinuationSite.all(in: code) where !site.isOpaque && site.resumes.count > 0 {
      let resumes = Set(site.resumes)
      for first in site.resumes {
        guard let second = SecondResume(site, resumes, code).find(after: first) else { continue }
        note(first, second, site, code, &report)
      }
    }
  }

  private func note(
    _ first: FlowGraph.PointID, _ second: FlowGraph.PointID, _ site: ContinuationSite,
    _ code: CodeContext, _ report: inout Reporter
  ) {
    let tree = code.tree
    let earlier = code.flow.points[first].node
    let later = code.flow.points[second].node
    let message =
      first == second
      ? "'\(site.name)' is resumed in every turn of this loop; leave the loop behind the first resume"
      : "'\(site.name)' was already resumed on line \(tree.line(earlier)); leave behind that resume"
    report.report(
      later, message,
      notes: first == second
        ? [] : [(earlier, "the first resume is here; nothing leaves behind it")],
      confidence: .resolved,
      fix: first == second ? nil : ReturnBehindResume.fix(earlier, before: later, tree))
  }
}

/// Searches for a resume that follows another one.
struct SecondResume {
  private let site: ContinuationSite
  private let resumes: Set<FlowGraph.PointID>
  private let code: CodeContext
  private let flow: FlowGraph

  init(_ site: ContinuationSite, _ resumes: Set<FlowGraph.PointID>, _ code: CodeContext) {
    self.site = site
    self.resumes = resumes
    self.code = code
    flow = code.flow
  }

  private struct Way: Hashable {
    var hasStarted = false
    /// Whether a condition decided since the first resume.
    var isDecided = false
  }

  /// The resume that comes after another one on every way, or on a way that nothing decides.
  func find(after first: FlowGraph.PointID) -> FlowGraph.PointID? {
    var always: Set<FlowGraph.PointID> = []
    var undecided: Set<FlowGraph.PointID> = []
    var canEnd = false
    let loop = flow.loop(around: first)?.node
    flow.follow(from: first, Way()) { point, way in
      guard way.hasStarted else {
        way.hasStarted = true
        return true
      }
      if point == site.start { return false }
      if resumes.contains(point) {
        // Functions that are called like `map` and `count` need not run a closure several times.
        guard point != first || flow.loop(around: first)?.kind == .loop else { return false }
        if way.isDecided { always.insert(point) } else { undecided.insert(point) }
        return false
      }
      if isEnd(point) {
        canEnd = true
        return false
      }
      if decides(point, loop) { way.isDecided = true }
      return true
    }
    let mayThrow = flow.points[first].flags.contains(.canThrow)
    if let found = undecided.min(), !mayThrow || !canEnd { return found }
    if !canEnd {
      let all = always.union(undecided)
      return all.filter { $0 != first }.min() ?? all.min()
    }
    return always.sorted().first { isForgottenReturn(first, $0) }
  }

  private func isEnd(_ point: FlowGraph.PointID) -> Bool {
    switch flow.points[point].kind {
    case .exitNormally, .exitByError: true
    case .exitNever: false
    default: flow.points[point].body == site.body && !site.contains(point, flow)
    }
  }

  /// Whether a point decides about the way; that a loop has another turn does not.
  private func decides(_ point: FlowGraph.PointID, _ loop: NodeID?) -> Bool {
    let event = flow.points[point]
    switch event.kind {
    case .assumeTrue: return code.tree[event.node].kind != .catchClause && event.node != loop
    case .assumeFalse: return true
    default: return false
    }
  }

  // MARK: - A missing return

  /// Whether the other resumes here are left by `return` and only this one is not, while what decides
  /// about the next one has nothing to do with it.
  private func isForgottenReturn(
    _ first: FlowGraph.PointID, _ second: FlowGraph.PointID
  ) -> Bool {
    guard first != second, flow.loop(around: first) == nil else { return false }
    let tree = code.tree
    let leaves = { (point: FlowGraph.PointID) -> Bool in
      let statement = tree.statement(around: flow.points[point].node)
      guard let block = tree.parent(statement) else { return false }
      let next = tree.children(block).first { statement < $0 }
      return next.map { tree[$0].kind == .returnStmt } ?? false
    }
    guard !leaves(first), resumes.contains(where: { $0 != first && leaves($0) }) else {
      return false
    }
    let before = conditions(around: first)
    let between = conditions(around: second)
    return !before.isEmpty && !between.isEmpty && before.isDisjoint(with: between)
  }

  /// The names in the conditions of the `if`s and `guard`s that a point stands in.
  private func conditions(around point: FlowGraph.PointID) -> Set<String> {
    let tree = code.tree
    var names: Set<String> = []
    for node in tree.ancestors(flow.points[point].node) {
      if node <= site.closure { break }
      guard tree[node].kind == .ifStmt || tree[node].kind == .guardStmt else { continue }
      for condition in tree.children(node) where tree[condition].kind == .condition {
        for name in tree.descendants(condition)
        where tree[name].kind == .identifier || tree[name].kind == .bindPattern {
          names.insert(tree.name(name))
        }
      }
    }
    return names
  }
}

/// The edit that leaves a closure behind a resume.
enum ReturnBehindResume {
  /// Adds a `return` to the `if` whose last statement is the resume.
  static func fix(_ resume: NodeID, before later: NodeID, _ tree: Tree) -> Finding.Fix? {
    let statement = tree.statement(around: resume)
    guard statement == resume, let block = tree.parent(statement), tree[block].kind == .block,
      tree.lastChild(block) == statement, let branch = tree.parent(block),
      tree[branch].kind == .ifStmt, !tree.contains(branch, later),
      let closure = tree.ancestor(resume, .closure, .deferStmt, .funcDecl),
      tree[closure].kind == .closure, tree.contains(closure, later),
      !returnsValue(closure, tree)
    else { return nil }
    let end = Int(tree[statement].end)
    let separator = SourceLayout.indentation(of: statement, in: tree).map { "\n" + $0 } ?? "; "
    return Finding.Fix(
      "return behind the first resume", .safe, [.init(end..<end, separator + "return")])
  }

  private static func returnsValue(_ closure: NodeID, _ tree: Tree) -> Bool {
    tree.anyDescendant(of: closure, skippingClosures: true) {
      tree[$0].kind == .returnStmt && tree.firstChild($0) != nil
    }
  }
}
