/// Makes text from outside safe to print: source lines, names, paths and messages.
public enum PlainText {
  /// The text on one line, without characters that move the cursor, hide or reorder what follows.
  ///
  /// Tabs and line breaks become spaces; other controls, bidirectional marks and characters without
  /// width are left out.
  public static func cleaned(_ text: String) -> String {
    if text.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) { return text }
    var cleaned = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\t", "\n", "\r", "\u{85}", "\u{2028}", "\u{2029}": cleaned.append(" ")
      case _ where isHarmful(scalar): continue
      default: cleaned.append(scalar)
      }
    }
    return String(cleaned)
  }

  /// Whether a character is a control, reorders text, breaks a line, or cannot be seen.
  static func isHarmful(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x00...0x1F, 0x7F...0x9F: true
    case 0x061C, 0x200B...0x200F, 0x2028...0x202E, 0x2060...0x206F, 0xFEFF: true
    case 0xFFF9...0xFFFB, 0xE0000...0xE007F: true
    default: false
    }
  }
}
