/// A source line as it is shown, with the marks that go under it.
struct Excerpt: Equatable {
  /// The line, or the part of it around the range.
  let text: String
  /// Spaces, then `^~~~`.
  let underline: String

  /// A character and how it is shown.
  private struct Cell {
    var text: String
    var width: Int
    var isMarked: Bool
  }

  /// Columns between tab stops.
  private static let tabWidth = 4

  /// Shows a place's first line.
  ///
  /// - Parameters:
  ///   - place: The range that is underlined.
  ///   - width: The columns that the line may take; a longer one is cut on both sides of the range.
  /// - Complexity: O(*w*) in the width, however long the line is.
  init(_ place: ReportedPlace, width: Int) {
    let width = max(width, 20)
    let line = place.firstLine
    let columns = place.columnsOnFirstLine
    let lower = line.startIndex + columns.lowerBound
    let upper = line.startIndex + columns.upperBound
    // No character that can be seen has more than a few bytes, so this is more than fits.
    let reach = width * 8
    let start = Self.boundary(at: max(line.startIndex, lower - reach), in: line)
    let end = min(line.endIndex, lower + reach)
    var cells: [Cell] = []
    Self.append(line[start..<lower], isMarked: false, to: &cells)
    let firstMarked = cells.count
    Self.append(line[lower..<min(upper, end)], isMarked: true, to: &cells)
    if upper < end { Self.append(line[upper..<end], isMarked: false, to: &cells) }

    let shown = Self.window(
      cells, around: firstMarked, width: width, hidesStart: start > line.startIndex,
      hidesEnd: end < line.endIndex)
    let isCutAtStart = shown.lowerBound > 0 || start > line.startIndex
    let isCutAtEnd = shown.upperBound < cells.count || end < line.endIndex
    text =
      (isCutAtStart ? "…" : "") + cells[shown].map(\.text).joined() + (isCutAtEnd ? "…" : "")
    let before = Self.columns(cells[shown.lowerBound..<firstMarked])
    let marked = Self.columns(
      cells[firstMarked..<max(firstMarked, shown.upperBound)].prefix { $0.isMarked })
    underline =
      String(repeating: " ", count: before + (isCutAtStart ? 1 : 0)) + "^"
      + String(repeating: "~", count: max(0, marked - 1))
  }

  /// The cells that fit: from the line's start if the marked ones fit as well, else from a little
  /// before them.
  private static func window(
    _ cells: [Cell], around marked: Int, width: Int, hidesStart: Bool, hidesEnd: Bool
  ) -> Range<Int> {
    if !hidesStart, !hidesEnd, columns(cells[...]) <= width { return cells.indices }
    let room = width - 2
    let head = columns(cells[..<marked])
    let rest = max(0, room - columns(cells[marked...].prefix { $0.isMarked }))
    var lower = marked
    var space = head <= rest ? head : rest / 3
    while lower > 0, cells[lower - 1].width <= space {
      lower -= 1
      space -= cells[lower].width
    }
    var upper = lower
    space = room
    while upper < cells.count, cells[upper].width <= space {
      space -= cells[upper].width
      upper += 1
    }
    while upper == cells.count, lower > 0, cells[lower - 1].width <= space {
      lower -= 1
      space -= cells[lower].width
    }
    return lower..<upper
  }

  private static func columns(_ cells: ArraySlice<Cell>) -> Int {
    cells.reduce(0) { $0 + $1.width }
  }

  /// Decodes bytes into cells; characters that would disturb the terminal are left out.
  private static func append(_ bytes: ArraySlice<UInt8>, isMarked: Bool, to cells: inout [Cell]) {
    var column = columns(cells[...])
    for character in String(decoding: bytes, as: UTF8.self) {
      if character == "\t" {
        let width = tabWidth - column % tabWidth
        for _ in 0..<width { cells.append(Cell(text: " ", width: 1, isMarked: isMarked)) }
        column += width
        continue
      }
      let text = PlainText.cleaned(String(character))
      guard let shown = text.first else { continue }
      let width = DisplayWidth.width(of: shown)
      cells.append(Cell(text: text, width: width, isMarked: isMarked))
      column += width
    }
  }

  /// The next start of a UTF-8 sequence.
  private static func boundary(at index: Int, in line: ArraySlice<UInt8>) -> Int {
    var index = index
    while index < line.endIndex, line[index] & 0xC0 == 0x80 { index += 1 }
    return index
  }
}
