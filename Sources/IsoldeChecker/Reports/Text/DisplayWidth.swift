/// Counts the columns that characters take in a terminal.
enum DisplayWidth {
  /// The columns of a character: 2 for East Asian wide ones and emoji, 0 for lone combining marks.
  static func width(of character: Character) -> Int {
    guard let first = character.unicodeScalars.first else { return 0 }
    if first.isASCII { return 1 }
    if isWide(first) || character.unicodeScalars.contains("\u{FE0F}") { return 2 }
    switch first.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format: return 0
    default: return first.properties.isEmojiPresentation ? 2 : 1
    }
  }

  /// The columns of a text.
  static func width(of text: String) -> Int {
    text.reduce(0) { $0 + width(of: $1) }
  }

  /// The blocks that Unicode's East Asian Width calls wide or fullwidth, joined where only
  /// unassigned characters lie between them.
  private static func isWide(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF, 0x4E00...0xA4CF: true
    case 0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF01...0xFF60: true
    case 0xFFE0...0xFFE6, 0x17000...0x18CFF, 0x1B000...0x1B2FF, 0x1F300...0x1F64F: true
    case 0x1F900...0x1F9FF, 0x20000...0x3FFFD: true
    default: false
    }
  }
}
