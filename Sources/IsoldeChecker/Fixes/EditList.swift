import IsoldeRules

/// Edits that do not overlap, in source order.
struct EditList {
  private var edits: [Finding.Fix.Edit] = []

  /// Adds edits if none of them overlaps one that is there or another of them.
  ///
  /// Edits that only touch do not overlap, except two insertions at one place, whose order nothing
  /// decides.
  mutating func insert(_ new: [Finding.Fix.Edit]) -> Bool {
    let new = new.sorted(by: Self.precedes)
    for (edit, next) in zip(new, new.dropFirst()) where Self.overlap(edit, next) { return false }
    for edit in new {
      let place = place(of: edit)
      if place > 0, Self.overlap(edits[place - 1], edit) { return false }
      if place < edits.count, Self.overlap(edit, edits[place]) { return false }
    }
    for edit in new { edits.insert(edit, at: place(of: edit)) }
    return true
  }

  /// The bytes with the edits made, and the file's end as it was: with a line ending or without.
  func apply(to bytes: [UInt8], ending: LineEnding) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count + edits.reduce(0) { $0 + $1.text.utf8.count })
    var position = 0
    for edit in edits {
      result += bytes[position..<edit.range.lowerBound]
      result += ending.adopted(by: edit.text)
      position = edit.range.upperBound
    }
    result += bytes[position...]
    let feed = UInt8(ascii: "\n")
    if bytes.last == feed, result.last != feed, !result.isEmpty {
      result += ending.bytes
    } else if bytes.last != feed, !bytes.isEmpty, result.last == feed {
      result.removeLast()
      if result.last == UInt8(ascii: "\r") { result.removeLast() }
    }
    return result
  }

  /// The first position whose edit does not come before another one.
  private func place(of edit: Finding.Fix.Edit) -> Int {
    var low = 0
    var high = edits.count
    while low < high {
      let middle = (low + high) / 2
      if Self.precedes(edits[middle], edit) { low = middle + 1 } else { high = middle }
    }
    return low
  }

  private static func precedes(_ left: Finding.Fix.Edit, _ right: Finding.Fix.Edit) -> Bool {
    left.range.lowerBound == right.range.lowerBound
      ? left.range.upperBound < right.range.upperBound
      : left.range.lowerBound < right.range.lowerBound
  }

  private static func overlap(_ left: Finding.Fix.Edit, _ right: Finding.Fix.Edit) -> Bool {
    if left.range.isEmpty, right.range.isEmpty { return left.range == right.range }
    return left.range.lowerBound < right.range.upperBound
      && right.range.lowerBound < left.range.upperBound
  }
}
