import IsoldeModel
import IsoldeTree

/// A place in a task that holds its object through a loop that does not end.
struct SelfHold: Sendable {
  /// The loop.
  let loop: NodeID
  /// Where the object is needed: in the loop, or the call of the method that loops.
  let use: NodeID
  /// What ends the loop.
  let end: SequenceEnd
  /// Whether an error ends it.
  let canFail: Bool

  /// The first one in a closure: a loop in it, or in a method that it calls on the object.
  static func first(in closure: NodeID, _ code: CodeContext, _ file: FileContext) -> SelfHold? {
    for loop in LongLoop.all(in: closure, code) where !loop.exits.leaves {
      if let use = SelfUse.first(in: loop.node, code) {
        return SelfHold(loop: loop.node, use: use, end: loop.end, canFail: loop.exits.canFail)
      }
    }
    return SelfUse.calls(in: closure, code).lazy.compactMap { call in
      loop(in: call, code, file)
    }.first
  }

  /// The loop in the method of the same object that a call means.
  static func loop(in call: NodeID, _ code: CodeContext, _ file: FileContext) -> SelfHold? {
    guard let callee = code.callee(of: call), code.project[callee].fact.isAsync,
      !code.project[callee].fact.isStatic,
      let method = file.code.first(where: { $0.function == callee }), method.type == code.type
    else { return nil }
    let loops = LongLoop.all(in: method.node, method)
    guard let loop = loops.first(where: { !$0.exits.leaves }) else { return nil }
    return SelfHold(loop: loop.node, use: call, end: loop.end, canFail: loop.exits.canFail)
  }
}
