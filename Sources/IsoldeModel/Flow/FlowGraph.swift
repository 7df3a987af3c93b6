import IsoldeTree

/// What happens in one declaration's body and in its closures, and in which order it can happen.
///
/// A graph has a point for every event that matters to concurrency. Points of one body are joined by
/// edges along every way that control can take: branches, loops, early exits, errors, and `defer`
/// blocks, which stand again on each way out. Closures that their callee runs at once are part of
/// the body around them; other closures are bodies of their own. Every path question of the rules is
/// asked of this one structure.
public struct FlowGraph: Sendable {
  /// The index of a point in `points`.
  public typealias PointID = Int

  /// The events; those that belong to one expression stand next to each other in evaluation order.
  public internal(set) var points: [Point] = []
  /// The bodies; the first is the declaration's own.
  public internal(set) var bodies: [Body] = []
  /// The syntax around points: loops, branches, closures.
  public internal(set) var regions: [Region] = []
  /// The access paths that points refer to.
  public internal(set) var paths = PathTable()
  /// The local names, parameters included.
  public internal(set) var locals: [Local] = []

  var successorList: [Int32] = []
  var successorStart: [Int32] = []
  var predecessorList: [Int32] = []
  var predecessorStart: [Int32] = []

  /// The points that can come right after a point.
  public func successors(_ point: PointID) -> some Sequence<PointID> {
    successorList[Int(successorStart[point])..<Int(successorStart[point + 1])].lazy.map(Int.init)
  }

  /// The points that can come right before a point.
  public func predecessors(_ point: PointID) -> some Sequence<PointID> {
    predecessorList[Int(predecessorStart[point])..<Int(predecessorStart[point + 1])].lazy
      .map(Int.init)
  }

  /// The points of a body in source order of their events.
  public func points(of body: Int) -> some Sequence<PointID> {
    points.indices.lazy.filter { points[$0].body == body }
  }
}

extension FlowGraph {
  /// One event.
  public struct Point: Sendable {
    /// What happens.
    public var kind: Kind
    /// How it happens.
    public var flags: Flags
    /// The body it belongs to.
    public var body: Int
    /// The innermost region it lies in.
    public var region: Int
    /// The syntax it comes from.
    public var node: NodeID
    /// The access path that is read, written, locked or called on; `PathID.none` if there is none.
    public var path: PathID
    /// The first point of the expression's own evaluation: the points from there up to this one are
    /// what the event depends on.
    public var first: PointID
    /// For `.closure` the body it creates; for `.declare` the local; otherwise -1.
    public var index: Int
  }

  /// What happens at a point.
  public enum Kind: UInt8, Sendable {
    /// A body starts.
    case entry
    /// A path is read.
    case read
    /// A path gets a new value.
    case write
    /// A path is changed in place: `+=`, a mutating method, `inout`. Nothing can come between the
    /// reading and the writing.
    case modify
    /// A local name gets its first value.
    case declare
    /// A function is called, its arguments being evaluated.
    case call
    /// The task can leave its executor here: other code of the same domain can run.
    case suspend
    /// A closure that runs later is created.
    case closure
    /// A lock is taken for the closure that follows.
    case lock
    /// The lock of a scoped closure is released.
    case unlock
    /// A condition was true; `node` is the condition.
    case assumeTrue
    /// A condition was false; `node` is the condition.
    case assumeFalse
    /// A loop starts a turn, or ends.
    case loopHead
    /// A place where ways meet, or that only carries an edge.
    case join
    /// The body returns; `node` is the `return`, the last expression, or the body itself when control
    /// falls off its end.
    case exitNormally
    /// The body throws.
    case exitByError
    /// The process ends, or the path cannot be taken.
    case exitNever
  }

  /// How an event happens.
  public struct Flags: OptionSet, Sendable {
    /// The flags as bits.
    public let rawValue: UInt8

    /// Creates flags from bits.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// The event is part of a condition: what is read is checked.
    public static let isCondition = Flags(rawValue: 1 << 0)
    /// The event stands in a `defer` block.
    public static let isDeferred = Flags(rawValue: 1 << 1)
    /// The event stands under a `try` whose error leaves the expression.
    public static let canThrow = Flags(rawValue: 1 << 2)
    /// The event stands under `try?`.
    public static let isOptionalTry = Flags(rawValue: 1 << 3)
    /// The exit was not written: control falls off the end.
    public static let isImplicit = Flags(rawValue: 1 << 4)
    /// The call is part of an `await`.
    public static let isAwaited = Flags(rawValue: 1 << 5)
  }

  /// A declaration's body, or a closure that does not run where it stands.
  public struct Body: Sendable {
    /// What starts the body.
    public var role: BodyRole
    /// The function, accessor or closure.
    public var node: NodeID
    /// The body that creates it; -1 for the declaration's own.
    public var parent: Int
    /// The point that creates it; -1 for the declaration's own.
    public var creation: PointID
    /// Its first point.
    public var entry: PointID
    /// Where it runs.
    public var isolation: Isolation
    /// Whether it can suspend.
    public var isAsync: Bool
  }

  /// What starts a body.
  public enum BodyRole: Sendable, Hashable {
    /// The declaration.
    case declaration
    /// A function declared in a body.
    case localFunction
    /// `Task { }` and `Task.immediate { }`.
    case task
    /// `Task.detached { }`.
    case detachedTask
    /// A child task of a group, or the value of an `async let`.
    case childTask
    /// `onCancel:` of a cancellation handler.
    case cancellationHandler
    /// A closure handed to a function that is not known to run it at once.
    case callback
    /// A closure that is stored or returned.
    case value
  }

  /// A piece of syntax around points.
  public struct Region: Sendable {
    /// What the syntax is.
    public enum Kind: UInt8, Sendable {
      case body, loop, thenBranch, elseBranch, switchCase, doBlock, catchClause, deferBlock
      /// A closure that its callee runs exactly once, where it stands.
      case inlineClosure
      /// A closure that its callee runs for each element.
      case elementClosure
      /// A closure that runs under a lock.
      case lockedClosure
      /// A closure that runs on another actor while the body waits.
      case actorClosure
    }

    /// What the syntax is.
    public var kind: Kind
    /// The loop, branch or call.
    public var node: NodeID
    /// The region around it; -1 for a body.
    public var parent: Int
    /// Where the code in it runs, if that differs from its body.
    public var isolation: Isolation?
  }

  /// A local name.
  public struct Local: Sendable {
    /// How the name came to be.
    public enum Kind: UInt8, Sendable {
      case parameter, closureParameter, constant, variable, binding, loopElement, capture, asyncLet
      case localFunction
    }

    /// How the name came to be.
    public var kind: Kind
    /// The name's id in the tree.
    public var name: UInt32
    /// The pattern, parameter or capture.
    public var node: NodeID
    /// The expression of its first value, if there is one.
    public var value: NodeID?
    /// The path that its first value reads, if the value is nothing but a path.
    public var source: PathID
    /// The body that declares it.
    public var body: Int
    /// The declared type's node, if there is one.
    public var type: NodeID?
  }
}
