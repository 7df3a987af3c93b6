extension Tree {
  /// A node's children in source order.
  public struct Children: Sequence, IteratorProtocol {
    @usableFromInline let tree: Tree
    @usableFromInline var next_: Int32
    @usableFromInline let end: Int32

    @inlinable init(tree: Tree, next: Int32, end: Int32) {
      self.tree = tree
      self.next_ = next
      self.end = end
    }

    /// The next child; `nil` after the last one.
    @inlinable public mutating func next() -> NodeID? {
      guard next_ < end else { return nil }
      let id = NodeID(Int(next_))
      next_ = tree.nodes[Int(next_)].subtreeEnd
      return id
    }
  }

  /// The direct children of a node, in source order.
  @inlinable public func children(_ id: NodeID) -> Children {
    Children(tree: self, next: id.index + 1, end: self[id].subtreeEnd)
  }

  /// Every node below a node, in source order, without the node itself.
  @inlinable public func descendants(_ id: NodeID) -> some Sequence<NodeID> {
    (Int(id.index) + 1..<Int(self[id].subtreeEnd)).lazy.map { NodeID($0) }
  }

  /// The first child of a kind.
  public func child(_ id: NodeID, _ kind: Node.Kind) -> NodeID? {
    for child in children(id) where self[child].kind == kind { return child }
    return nil
  }

  /// The first child of a node.
  @inlinable public func firstChild(_ id: NodeID) -> NodeID? {
    id.index + 1 < self[id].subtreeEnd ? NodeID(Int(id.index) + 1) : nil
  }

  /// The last direct child of a node.
  public func lastChild(_ id: NodeID) -> NodeID? {
    var last: NodeID?
    for child in children(id) { last = child }
    return last
  }

  /// The child at a position, from 0.
  public func child(_ id: NodeID, at position: Int) -> NodeID? {
    var index = 0
    for child in children(id) {
      if index == position { return child }
      index += 1
    }
    return nil
  }

  /// The parent of a node; `nil` for the root.
  @inlinable public func parent(_ id: NodeID) -> NodeID? {
    id.index == 0 ? nil : NodeID(Int(self[id].parent))
  }

  /// The ancestors of a node, the nearest first, without the node itself.
  public func ancestors(_ id: NodeID) -> some Sequence<NodeID> {
    sequence(state: id) { [self] state -> NodeID? in
      guard let parent = parent(state) else { return nil }
      state = parent
      return parent
    }
  }

  /// The nearest ancestor of one of some kinds.
  public func ancestor(_ id: NodeID, _ kinds: Node.Kind...) -> NodeID? {
    ancestors(id).first { kinds.contains(self[$0].kind) }
  }

  /// Whether a node lies inside another one, or is it.
  @inlinable public func contains(_ outer: NodeID, _ inner: NodeID) -> Bool {
    outer.index <= inner.index && inner.index < self[outer].subtreeEnd
  }

  /// The attributes that stand on a declaration, closure or parameter.
  public func attributes(_ id: NodeID) -> [NodeID] {
    children(id).filter { self[$0].kind == .attribute }
  }

  /// Whether a declaration, closure or parameter has an attribute of a name.
  public func hasAttribute(_ id: NodeID, _ name: String) -> Bool {
    attributes(id).contains { self.name($0) == name }
  }

  /// The statements of a function, accessor, closure, loop or other node with a block.
  public func statements(_ id: NodeID) -> [NodeID] {
    let block = self[id].kind == .block ? id : child(id, .block)
    return block.map { Array(children($0)) } ?? []
  }
}
