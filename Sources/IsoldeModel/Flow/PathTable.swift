import IsoldeTree

/// The index of an access path in its table.
public struct PathID: Hashable, Sendable {
  /// The position in the table; -1 for none.
  public let index: Int32

  init(_ index: Int) { self.index = Int32(truncatingIfNeeded: index) }

  /// No path.
  public static let none = PathID(-1)
}

/// Access paths such as `self.items[id].count`, each stored once as a step from a shorter one.
public struct PathTable: Sendable {
  /// What a step is.
  public enum Step: UInt8, Sendable {
    /// `self`.
    case instance
    /// A member of `self`, or a global: a name that is not local. `name` is its id.
    case member
    /// A local. `name` is its index in `FlowGraph.locals`.
    case local
    /// The result of a call or another expression that is not a path.
    case temporary
    /// `.name` after a longer path.
    case field
    /// `[key]`.
    case element
  }

  struct Entry: Hashable, Sendable {
    var step: Step
    var parent: Int32
    var name: UInt32
  }

  private var entries: [Entry] = []
  private var ids: [Entry: Int32] = [:]
  private var keys: [Int32: NodeID] = [:]

  /// Creates an empty table.
  public init() {}

  mutating func add(_ step: Step, parent: PathID = .none, name: UInt32 = 0) -> PathID {
    let entry = Entry(step: step, parent: parent.index, name: name)
    if let known = ids[entry] { return PathID(Int(known)) }
    entries.append(entry)
    ids[entry] = Int32(entries.count - 1)
    return PathID(entries.count - 1)
  }

  /// Adds the element of a path; paths with the same key text are the same path.
  mutating func addElement(of parent: PathID, key: NodeID, text: String) -> PathID {
    var hash: UInt32 = 2_166_136_261
    for byte in text.utf8 { hash = (hash ^ UInt32(byte)) &* 16_777_619 }
    let path = add(.element, parent: parent, name: hash)
    if keys[path.index] == nil { keys[path.index] = key }
    return path
  }

  /// What the last step of a path is.
  public func step(_ path: PathID) -> Step { entries[Int(path.index)].step }

  /// The name or local index of the last step.
  public func name(_ path: PathID) -> UInt32 { entries[Int(path.index)].name }

  /// The path without its last step.
  public func parent(_ path: PathID) -> PathID { PathID(Int(entries[Int(path.index)].parent)) }

  /// The key of an element path.
  public func key(_ path: PathID) -> NodeID? { keys[path.index] }

  /// The first step of a path.
  public func root(_ path: PathID) -> PathID {
    var current = path
    while parent(current) != .none { current = parent(current) }
    return current
  }

  /// Whether a path is another one or leads on from it.
  public func isPrefix(_ prefix: PathID, of path: PathID) -> Bool {
    var current = path
    while current != .none {
      if current == prefix { return true }
      current = parent(current)
    }
    return false
  }

  /// The steps of a path from its root.
  public func steps(_ path: PathID) -> [PathID] {
    var result: [PathID] = []
    var current = path
    while current != .none {
      result.append(current)
      current = parent(current)
    }
    return result.reversed()
  }
}
