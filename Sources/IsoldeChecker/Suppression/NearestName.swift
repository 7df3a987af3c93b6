/// Finds the name that somebody probably meant.
public enum NearestName {
  /// The candidate with the fewest changed letters, if they are few; the first among equals.
  ///
  /// - Complexity: O(*n* · *m*) for each candidate of a similar length.
  public static func find(_ name: String, in candidates: [String]) -> String? {
    let sought = Array(name.utf8.prefix(64))
    var best: (name: String, distance: Int)?
    for candidate in candidates {
      let letters = Array(candidate.utf8)
      let limit = max(2, letters.count / 4)
      guard abs(letters.count - sought.count) <= limit else { continue }
      let distance = distance(sought, letters)
      guard distance <= limit, distance < best?.distance ?? .max else { continue }
      best = (candidate, distance)
    }
    return best?.name
  }

  /// How many letters are inserted, removed or replaced.
  private static func distance(_ left: [UInt8], _ right: [UInt8]) -> Int {
    var row = Array(0...right.count)
    for (leftIndex, letter) in left.enumerated() {
      var diagonal = row[0]
      row[0] = leftIndex + 1
      for (rightIndex, other) in right.enumerated() {
        let above = row[rightIndex + 1]
        row[rightIndex + 1] = min(
          above + 1, row[rightIndex] + 1, diagonal + (letter == other ? 0 : 1))
        diagonal = above
      }
    }
    return row[right.count]
  }
}
