extension Tree {
  /// The text of a comment.
  public func text(_ comment: Comment) -> String { text[comment.range] }

  /// The comments that speak of a node: those on the lines right above it and on its first line.
  public func comments(about node: NodeID) -> [Comment] {
    let line = text.line(at: Int(self[node].start))
    var found = comments(onLine: line)
    var above = line - 1
    while above >= 1 {
      let comments = comments(onLine: above)
      guard let comment = comments.first, comment.startsLine || spans(comment, line: above) else {
        break
      }
      found = comments + found
      above = text.line(at: Int(comment.start)) - 1
    }
    return found
  }

  /// The comments that touch a line.
  public func comments(onLine line: Int) -> [Comment] {
    let range = text.range(ofLine: line)
    var low = 0
    var high = comments.count
    while low < high {
      let middle = (low + high) / 2
      if Int(comments[middle].end) <= range.lowerBound { low = middle + 1 } else { high = middle }
    }
    var found: [Comment] = []
    while low < comments.count,
      Int(comments[low].start) < max(range.upperBound, range.lowerBound + 1)
    {
      found.append(comments[low])
      low += 1
    }
    return found
  }

  private func spans(_ comment: Comment, line: Int) -> Bool {
    text.line(at: Int(comment.start)) < line
  }
}
