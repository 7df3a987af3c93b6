/// Makes a failing schedule as simple as it can be: few deviations from a simple order.
///
/// Zeller and Hildebrandt, "Simplifying and Isolating Failure-Inducing Input" (2002), on the list of
/// deviations.
struct Shrinker {
  /// How many runs it may take.
  private let limit: Int
  private(set) var runs = 0
  /// Whether a schedule fails in the same way.
  private let fails: (ReplayToken) -> Bool

  init(limit: Int, fails: @escaping (ReplayToken) -> Bool) {
    self.limit = limit
    self.fails = fails
  }

  /// The simplest schedule that was found to fail.
  mutating func shrink(_ token: ReplayToken) -> ReplayToken {
    var best = token
    var parts = 2
    while !best.deviations.isEmpty, runs < limit {
      let size = max(1, (best.deviations.count + parts - 1) / parts)
      var hasShrunk = false
      for start in stride(from: 0, to: best.deviations.count, by: size) where runs < limit {
        var candidate = best
        candidate.deviations.removeSubrange(start..<min(start + size, best.deviations.count))
        runs += 1
        if fails(candidate) {
          best = candidate
          parts = max(parts - 1, 2)
          hasShrunk = true
          break
        }
      }
      if hasShrunk { continue }
      if size == 1 { break }
      parts = min(parts * 2, best.deviations.count)
    }
    return best
  }
}
