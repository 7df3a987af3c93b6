import IsoldeRules
import IsoldeSyntax
import IsoldeTree

/// What fixes make of one file, before anything is written.
///
/// A fix is made whole or not at all. Where two touch the same bytes the first one wins. If the
/// result has a syntax error that the file did not have, no fix is made.
public struct FixPlan: Sendable {
  /// Why a fix is not made.
  public enum Obstacle: Sendable, Hashable, CustomStringConvertible {
    /// It should be read before it is kept, and nobody asked for such fixes.
    case needsReview
    /// Another fix changes the same bytes.
    case overlaps
    /// It has no edits, or edits outside the file.
    case unusable
    /// The file has syntax errors already, so that a new one could not be seen.
    case fileIsBroken
    /// The result would have a syntax error.
    case breaksSyntax

    /// The obstacle in a few words.
    public var description: String {
      switch self {
      case .needsReview: "it should be read first"
      case .overlaps: "another fix changes the same code; run again"
      case .unusable: "it does not fit the file"
      case .fileIsBroken: "the file has syntax errors"
      case .breaksSyntax: "the result would have a syntax error"
      }
    }
  }

  /// A fix that is not made.
  public struct Skipped: Sendable, Hashable {
    /// Its position in the list of fixes.
    public var index: Int
    /// Why.
    public var obstacle: Obstacle
  }

  /// The file with the fixes made.
  public private(set) var bytes: [UInt8]
  /// The positions of the fixes that are made.
  public private(set) var applied: [Int] = []
  /// The fixes that are not made, in their order.
  public private(set) var skipped: [Skipped] = []

  /// Makes fixes in a text.
  ///
  /// - Parameters:
  ///   - fixes: The fixes; earlier ones win.
  ///   - text: The file as it was judged. Its byte order mark and its line endings stay, inserted
  ///     text gets its line endings, and its last line keeps its end.
  ///   - includesReview: Whether fixes that should be read first are made as well.
  ///   - parsesCleanly: Whether a source has no syntax error.
  /// - Complexity: O(*n* log *n*) in the number of edits, plus two parses.
  public init(
    _ fixes: [Finding.Fix], in text: SourceText, includesReview: Bool = false,
    parsesCleanly: (String) -> Bool = FrontEnd.parsesCleanly
  ) {
    bytes = text.bytes
    var edits = EditList()
    for (index, fix) in fixes.enumerated() {
      if fix.applicability == .review, !includesReview {
        skipped.append(.init(index: index, obstacle: .needsReview))
      } else if !Self.fits(fix, text.bytes.count) {
        skipped.append(.init(index: index, obstacle: .unusable))
      } else if edits.insert(fix.edits) {
        applied.append(index)
      } else {
        skipped.append(.init(index: index, obstacle: .overlaps))
      }
    }
    guard !applied.isEmpty else { return }
    let result = edits.apply(to: text.bytes, ending: LineEnding(of: text))
    if !parsesCleanly(String(decoding: text.bytes, as: UTF8.self)) {
      giveUp(.fileIsBroken)
    } else if !parsesCleanly(String(decoding: result, as: UTF8.self)) {
      giveUp(.breaksSyntax)
    } else {
      bytes = result
    }
  }

  private mutating func giveUp(_ obstacle: Obstacle) {
    skipped += applied.map { Skipped(index: $0, obstacle: obstacle) }
    skipped.sort { $0.index < $1.index }
    applied = []
  }

  private static func fits(_ fix: Finding.Fix, _ count: Int) -> Bool {
    !fix.edits.isEmpty
      && fix.edits.allSatisfy { $0.range.lowerBound >= 0 && $0.range.upperBound <= count }
  }
}
