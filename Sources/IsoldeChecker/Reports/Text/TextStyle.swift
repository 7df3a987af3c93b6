import IsoldeRules

/// Colours for text on a terminal, or none.
struct TextStyle {
  /// What a piece of text is, which decides its colour.
  enum Role: String {
    case place = "1"
    case error = "1;31"
    case warning = "1;35"
    case note = "1;36"
    case gutter = "2"
    case marks = "1;32"
    case label = "1;34"

    init(_ level: Level) {
      switch level {
      case .error: self = .error
      case .warning: self = .warning
      case .note: self = .note
      }
    }
  }

  let hasColors: Bool

  func paint(_ text: String, _ role: Role) -> String {
    hasColors && !text.isEmpty ? "\u{1B}[\(role.rawValue)m\(text)\u{1B}[0m" : text
  }
}
