/// Writes text the way SARIF wants it.
enum SARIFText {
  /// A message in plain text: braces are doubled, because single ones are placeholders, and what
  /// looks like a link is broken up, because only locations of the result may be linked.
  static func message(_ text: String) -> String {
    var message = String.UnicodeScalarView()
    var previous: Unicode.Scalar?
    for scalar in text.unicodeScalars {
      if scalar == "(", previous == "]" { message.append(" ") }
      message.append(scalar)
      if scalar == "{" || scalar == "}" { message.append(scalar) }
      previous = scalar
    }
    return String(message)
  }

  /// A path with everything but unreserved characters and slashes percent-encoded.
  static func uri(_ path: String) -> String {
    var uri: [UInt8] = []
    for byte in path.utf8 {
      if isUnreserved(byte) || byte == UInt8(ascii: "/") {
        uri.append(byte)
      } else {
        let digits = String(byte, radix: 16, uppercase: true)
        uri.append(contentsOf: (digits.count == 1 ? "%0" + digits : "%" + digits).utf8)
      }
    }
    return String(decoding: uri, as: UTF8.self)
  }

  private static func isUnreserved(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
      UInt8(ascii: "_"), UInt8(ascii: "~"):
      true
    default: false
    }
  }
}
