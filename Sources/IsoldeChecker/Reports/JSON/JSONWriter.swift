/// Writes JSON with two spaces of indentation and the keys in the order in which they are given.
public struct JSONWriter {
  private var bytes: [UInt8] = []
  private var depth = 0
  private var isEmpty = true

  /// Starts an empty text.
  public init() {}

  /// What was written so far, with a final line feed.
  public var text: String { String(decoding: bytes, as: UTF8.self) + "\n" }

  /// A string in quotes, as it stands in JSON.
  public static func quoted(_ string: String) -> String {
    var writer = JSONWriter()
    writer.quote(string)
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  /// Writes an object.
  public mutating func object(_ key: String? = nil, _ fill: (inout JSONWriter) -> Void) {
    container(key, "{", "}", fill)
  }

  /// Writes an array.
  public mutating func array(_ key: String? = nil, _ fill: (inout JSONWriter) -> Void) {
    container(key, "[", "]", fill)
  }

  /// Writes a string.
  public mutating func string(_ key: String? = nil, _ value: String) {
    begin(key)
    quote(value)
  }

  /// Writes an integer.
  public mutating func integer(_ key: String? = nil, _ value: Int) { literal(key, String(value)) }

  /// Writes a truth value.
  public mutating func boolean(_ key: String? = nil, _ value: Bool) {
    literal(key, value ? "true" : "false")
  }

  /// Writes `null`.
  public mutating func null(_ key: String? = nil) { literal(key, "null") }

  /// Writes a number that is not negative, with three decimals.
  public mutating func decimal(_ key: String? = nil, _ value: Double) {
    let isSensible = value.isFinite && value >= 0 && value < 1e12
    let thousandths = isSensible ? Int((value * 1000).rounded()) : 0
    let decimals = String(thousandths % 1000)
    let zeros = String(repeating: "0", count: 3 - decimals.count)
    literal(key, "\(thousandths / 1000).\(zeros)\(decimals)")
  }

  // MARK: - Layout

  private mutating func container(
    _ key: String?, _ open: Unicode.Scalar, _ close: Unicode.Scalar,
    _ fill: (inout JSONWriter) -> Void
  ) {
    begin(key)
    append(open)
    depth += 1
    isEmpty = true
    fill(&self)
    depth -= 1
    if !isEmpty { breakLine() }
    append(close)
    isEmpty = false
  }

  private mutating func literal(_ key: String?, _ text: String) {
    begin(key)
    bytes.append(contentsOf: text.utf8)
  }

  private mutating func begin(_ key: String?) {
    if !isEmpty { append(",") }
    if depth > 0 { breakLine() }
    isEmpty = false
    guard let key else { return }
    quote(key)
    append(":")
    append(" ")
  }

  private mutating func breakLine() {
    append("\n")
    for _ in 0..<depth * 2 { append(" ") }
  }

  private mutating func append(_ scalar: Unicode.Scalar) {
    bytes.append(UInt8(truncatingIfNeeded: scalar.value))
  }

  // MARK: - Strings

  /// Quotes a string; what would disturb a terminal is written as an escape.
  private mutating func quote(_ string: String) {
    append("\"")
    if string.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F && $0 != 0x22 && $0 != 0x5C }) {
      bytes.append(contentsOf: string.utf8)
    } else {
      for scalar in string.unicodeScalars { quote(scalar) }
    }
    append("\"")
  }

  private mutating func quote(_ scalar: Unicode.Scalar) {
    switch scalar {
    case "\"", "\\":
      append("\\")
      append(scalar)
    case "\n":
      bytes.append(contentsOf: "\\n".utf8)
    case "\t":
      bytes.append(contentsOf: "\\t".utf8)
    case _ where PlainText.isHarmful(scalar):
      for unit in String(Character(scalar)).utf16 {
        let digits = String(unit, radix: 16)
        let zeros = String(repeating: "0", count: 4 - digits.count)
        bytes.append(contentsOf: "\\u\(zeros)\(digits)".utf8)
      }
    default:
      bytes.append(contentsOf: String(Character(scalar)).utf8)
    }
  }
}
