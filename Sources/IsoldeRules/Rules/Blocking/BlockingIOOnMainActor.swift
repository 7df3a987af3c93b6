import IsoldeModel
import IsoldeTree

/// Finds calls that keep the main actor until a process, a download or a clock is done.
struct BlockingIOOnMainActor: Rule {
  static let info = RuleInfo(
    id: "blocking-io-on-main-actor", group: .blocking,
    summary: "the main actor, or async code, waits for a download; or the main actor for a process",
    reason: "nothing is drawn and no event is handled until the call returns",
    tier: .optIn, triggers: BlockingCalls.names)

  func check(_ code: CodeContext, _ report: inout Reporter) {
    guard !PoolThread.isProgramStart(code), !PoolThread.isCommandLineTool(code.unit, code.project),
      !MainWait.isLastChance(code)
    else { return }
    for (index, point) in code.flow.points.enumerated() where point.kind == .call {
      let isOnMain = code.flow.isolation(at: index) == .mainActor
      let isAsync = code.flow.bodies[point.body].isAsync
      guard isOnMain || isAsync, !point.flags.contains(.isAwaited),
        let call = BlockingCalls.call(point.node, in: code)
      else { continue }
      let thread = isOnMain ? "the main thread" : "a pool thread"
      switch call.kind {
      case .url:
        guard DownloadedURL.isEvident(in: point.node, code), !MainWait.isElsewhere(point.body, code)
        else { continue }
        report.report(
          point.node,
          "'\(call.name)' keeps \(thread) waiting for a download; await 'URLSession.data(from:)'",
          confidence: .resolved)
      case .process, .file, .sleep, .wait:
        // Async code is the concern of blocking-wait-in-async.
        guard isOnMain, !isAsync, !MainWait.isElsewhere(point.body, code),
          MainWait.isLong(call, at: index, code), !MainWait.goesToMain(code)
        else { continue }
        report.report(
          point.node, "'\(call.name)' keeps \(thread) waiting; \(MainWait.advice(for: call))",
          confidence: .resolved)
      case .queue: continue
      }
    }
  }
}

/// URLs that lead somewhere else than to a file.
enum DownloadedURL {
  /// Whether the URL that a call reads from was made from a string that is no path.
  static func isEvident(in call: NodeID, _ code: CodeContext) -> Bool {
    guard let url = code.tree.argument(call, labelled: "contentsOf") else { return false }
    return isRemote(url, code, depth: 0)
  }

  private static func isRemote(_ expression: NodeID, _ code: CodeContext, depth: Int) -> Bool {
    guard depth < 4 else { return false }
    let tree = code.tree
    let inner = tree.unwrapped(expression)
    switch tree[inner].kind {
    case .call:
      guard tree.name(inner) == "URL", let text = tree.argument(inner, labelled: "string") else {
        return false
      }
      let source = tree.source(text)
      return !source.hasPrefix("\"file:") && !source.hasPrefix("\"data:")
        && !source.lowercased().contains("base64") && !source.lowercased().contains("path")
    case .identifier:
      guard let local = code.local(named: tree[inner].name, at: inner), let value = local.value
      else {
        return false
      }
      return isRemote(value, code, depth: depth + 1)
    default:
      return false
    }
  }
}
