extension PathPattern {
  /// A part of a name with wildcards.
  enum Token: Hashable, Sendable {
    /// `*`.
    case many
    /// `?`.
    case one
    /// A character.
    case scalar(Unicode.Scalar)
    /// `[a-z]` or `[!a-z]`.
    case set([ClosedRange<UInt32>], isNegated: Bool)

    func matches(_ scalar: Unicode.Scalar) -> Bool {
      switch self {
      case .many, .one: true
      case .scalar(let own): own == scalar
      case .set(let ranges, let isNegated):
        ranges.contains { $0.contains(scalar.value) } != isNegated
      }
    }

    /// Splits a name; a bracket that is not closed stands for itself.
    static func parse(_ text: Substring) -> [Token] {
      let scalars = Array(text.unicodeScalars)
      var tokens: [Token] = []
      var index = 0
      while index < scalars.count {
        let scalar = scalars[index]
        index += 1
        switch scalar {
        case "*":
          if tokens.last != .many { tokens.append(.many) }
        case "?":
          tokens.append(.one)
        case "\\" where index < scalars.count:
          tokens.append(.scalar(scalars[index]))
          index += 1
        case "[":
          if let (set, end) = set(scalars, from: index) {
            tokens.append(set)
            index = end
          } else {
            tokens.append(.scalar(scalar))
          }
        default:
          tokens.append(.scalar(scalar))
        }
      }
      return tokens
    }

    private static func set(_ scalars: [Unicode.Scalar], from start: Int) -> (Token, Int)? {
      var index = start
      var isNegated = false
      if index < scalars.count, scalars[index] == "!" || scalars[index] == "^" {
        isNegated = true
        index += 1
      }
      var ranges: [ClosedRange<UInt32>] = []
      var isFirst = true
      while index < scalars.count, isFirst || scalars[index] != "]" {
        isFirst = false
        if let (named, end) = namedClass(scalars, from: index) {
          ranges += named
          index = end
          continue
        }
        let low = scalar(scalars, &index)
        if index + 1 < scalars.count, scalars[index] == "-", scalars[index + 1] != "]" {
          index += 1
          let high = scalar(scalars, &index)
          if low <= high { ranges.append(low...high) }
        } else {
          ranges.append(low...low)
        }
      }
      guard index < scalars.count else { return nil }
      return (.set(ranges, isNegated: isNegated), index + 1)
    }

    private static func scalar(_ scalars: [Unicode.Scalar], _ index: inout Int) -> UInt32 {
      if scalars[index] == "\\", index + 1 < scalars.count { index += 1 }
      defer { index += 1 }
      return scalars[index].value
    }

    /// `[:alpha:]` and its like, inside a set.
    private static func namedClass(
      _ scalars: [Unicode.Scalar], from start: Int
    ) -> ([ClosedRange<UInt32>], Int)? {
      let classes: [(String, [ClosedRange<UInt32>])] = [
        ("[:alpha:]", [65...90, 97...122]), ("[:digit:]", [48...57]),
        ("[:alnum:]", [48...57, 65...90, 97...122]), ("[:upper:]", [65...90]),
        ("[:lower:]", [97...122]), ("[:space:]", [9...13, 32...32]),
        ("[:punct:]", [33...47, 58...64, 91...96, 123...126]),
      ]
      return classes.first { scalars[start...].starts(with: $0.0.unicodeScalars) }
        .map { ($0.1, start + $0.0.unicodeScalars.count) }
    }
  }
}
