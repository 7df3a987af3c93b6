/// A value that can be written as JSON; without Foundation, which a scenario need not load.
indirect enum JSONText {
  case null
  case boolean(Bool)
  case integer(Int)
  case string(String)
  case array([JSONText])
  /// The keys keep their order.
  case object([(String, JSONText)])

  static func string(_ text: String?) -> JSONText { text.map { .string($0) } ?? .null }
  static func integer(_ number: Int?) -> JSONText { number.map { .integer($0) } ?? .null }

  /// The value on one line.
  var text: String {
    var text = ""
    write(to: &text)
    return text
  }

  private func write(to text: inout String) {
    switch self {
    case .null: text += "null"
    case .boolean(let value): text += value ? "true" : "false"
    case .integer(let value): text += "\(value)"
    case .string(let value): Self.quote(value, to: &text)
    case .array(let values): Self.list(values, "[", "]", to: &text) { $0.write(to: &$1) }
    case .object(let pairs):
      Self.list(pairs, "{", "}", to: &text) { pair, text in
        Self.quote(pair.0, to: &text)
        text += ":"
        pair.1.write(to: &text)
      }
    }
  }

  private static func list<Element>(
    _ elements: [Element], _ open: String, _ close: String, to text: inout String,
    write: (Element, inout String) -> Void
  ) {
    text += open
    for (index, element) in elements.enumerated() {
      if index > 0 { text += "," }
      write(element, &text)
    }
    text += close
  }

  private static func quote(_ string: String, to text: inout String) {
    text += "\""
    for scalar in string.unicodeScalars {
      switch scalar {
      case "\"", "\\":
        text += "\\"
        text.unicodeScalars.append(scalar)
      case _ where scalar.value < 0x20:
        let digits = String(scalar.value, radix: 16)
        text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: text.unicodeScalars.append(scalar)
      }
    }
    text += "\""
  }
}
