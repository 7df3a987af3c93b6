import IsoldeTree

/// From which reads the value at a point comes, locals being followed to their definitions.
public struct ValueSources: Sendable {
  /// One read that a value depends on.
  public struct Source: Sendable, Hashable {
    /// The read, or the suspension whose result is used.
    public var point: FlowGraph.PointID
    /// The definition of the first local on the way; -1 if the expression reads it directly.
    public var definition: FlowGraph.PointID
  }

  private let flow: FlowGraph
  /// The points that give each local a value.
  private let definitions: [[FlowGraph.PointID]]

  /// Prepares a declaration.
  public init(_ flow: FlowGraph) {
    self.flow = flow
    var definitions = [[FlowGraph.PointID]](repeating: [], count: flow.locals.count)
    for (index, point) in flow.points.enumerated() {
      switch point.kind {
      case .declare:
        definitions[point.index].append(index)
      case .write, .modify:
        guard point.path != .none else { continue }
        let root = flow.paths.root(point.path)
        if flow.paths.step(root) == .local {
          definitions[Int(flow.paths.name(root))].append(index)
        }
      default: break
      }
    }
    self.definitions = definitions
  }

  /// The reads of members and globals, and the suspensions, on which a point's value depends.
  ///
  /// - Parameter point: A write, a declaration, a call or a condition's outcome.
  /// - Returns: The sources, each once, in the order in which they are met.
  public func sources(of point: FlowGraph.PointID) -> [Source] {
    var found: [Source] = []
    var seen: Set<Int> = []
    collect(point, definition: -1, &found, &seen)
    return found
  }

  /// The locals on which a point's value depends, followed through their definitions.
  public func locals(of point: FlowGraph.PointID) -> Set<Int> {
    var found: [Source] = []
    var seen: Set<Int> = []
    collect(point, definition: -1, &found, &seen)
    return seen
  }

  private func collect(
    _ point: FlowGraph.PointID, definition: FlowGraph.PointID, _ found: inout [Source],
    _ seen: inout Set<Int>
  ) {
    let body = flow.points[point].body
    for index in flow.points[point].first..<point where flow.points[index].body == body {
      let event = flow.points[index]
      switch event.kind {
      case .read:
        let root = flow.paths.root(event.path)
        guard flow.paths.step(root) == .local else {
          found.append(Source(point: index, definition: definition))
          continue
        }
        follow(Int(flow.paths.name(root)), body, definition, &found, &seen)
      case .suspend:
        found.append(Source(point: index, definition: definition))
      default: break
      }
    }
  }

  private func follow(
    _ local: Int, _ body: Int, _ definition: FlowGraph.PointID, _ found: inout [Source],
    _ seen: inout Set<Int>
  ) {
    guard seen.insert(local).inserted else { return }
    for point in definitions[local] where flow.points[point].body == body {
      collect(point, definition: definition == -1 ? point : definition, &found, &seen)
    }
  }
}

extension CodeContext {
  /// From which reads values come.
  public var valueSources: ValueSources { analysis { ValueSources($0.flow) } }
}
