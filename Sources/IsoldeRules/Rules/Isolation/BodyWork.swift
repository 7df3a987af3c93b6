import IsoldeModel
import IsoldeTree

/// Judges how much a synchronous body computes.
enum BodyWork {
  /// Whether a function loops over data or calls something that is known to be expensive.
  static func isSubstantial(_ function: FunctionEntry, _ project: Project) -> Bool {
    let tree = project.units[function.unit].tree
    guard let block = tree.child(function.fact.node, .block) else { return false }
    return hasLoop(block, tree) || callsHeavy(block, tree)
  }

  /// Whether a body calls what is expensive or goes through a sequence; read off the text, as loops
  /// are.
  private static func callsHeavy(_ block: NodeID, _ tree: Tree) -> Bool {
    let text = Array(tree.source(block).utf8)
    var index = 0
    while index < text.count {
      guard text[index] == UInt8(ascii: ".") else {
        index += 1
        continue
      }
      var end = index + 1
      while end < text.count, isNameByte(text[end]) { end += 1 }
      let name = String(decoding: text[index + 1..<end], as: UTF8.self)
      let isCall =
        end < text.count
        && (text[end] == UInt8(ascii: "(") || text[end...].starts(with: Array(" {".utf8)))
      if isCall, HeavyWork.isMethod(name) || SequenceWork.contains(name) { return true }
      index = max(end, index + 1)
    }
    return false
  }

  private static func isNameByte(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "_") || byte >= 0x80
      || (byte | 0x20 >= UInt8(ascii: "a") && byte | 0x20 <= UInt8(ascii: "z"))
      || (byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9"))
  }

  /// Whether a loop stands in a body, read off the text because such bodies may not be parsed.
  static func hasLoop(_ block: NodeID, _ tree: Tree) -> Bool {
    let range = tree[block].range
    let first = tree.text.line(at: range.lowerBound)
    let last = tree.text.line(at: max(range.lowerBound, range.upperBound - 1))
    guard first <= last else { return false }
    return (first...last).contains { number in
      let line = tree.text.range(ofLine: number).clamped(to: range)
      guard !tree.comments(onLine: number).contains(where: \.startsLine) else { return false }
      var text = tree.text[line].trimmingSpaces()
      if text.hasPrefix("{") { text = String(text.dropFirst()).trimmingSpaces() }
      return ["for ", "while ", "repeat {"].contains { text.hasPrefix($0) }
    }
  }
}

/// Methods of sequences that run a closure for every element.
enum SequenceWork {
  static func contains(_ name: String) -> Bool { names.contains(name) }

  private static let names: Set<String> = [
    "map", "flatMap", "compactMap", "filter", "reduce", "sorted", "sort", "forEach", "split",
    "components", "grouping", "matches", "replacingOccurrences", "replacing", "joined",
  ]
}
