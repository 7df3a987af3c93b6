/// What a finding is recognised by when the lines around it change.
///
/// It is a hash of the rule, of the text of the line where the finding starts with its white space
/// folded, of the names of the declarations around it, and of a counter that tells equal findings of
/// one file apart. The file's name is not part of it: a file that is renamed or moved keeps its
/// findings, and a baseline decides by file only among equal fingerprints. The hash protects from
/// accidents, not from somebody who wants two findings to look the same.
public struct Fingerprint: Hashable, Sendable, CustomStringConvertible {
  /// The hash.
  public let value: UInt64

  /// Creates a fingerprint from its hash.
  public init(value: UInt64) { self.value = value }

  /// Reads the 16 hexadecimal digits that `description` writes.
  public init?(_ text: String) {
    guard text.utf8.count == 16, text.utf8.allSatisfy(Self.isDigit),
      let value = UInt64(text, radix: 16)
    else { return nil }
    self.value = value
  }

  /// The hash as 16 lower-case hexadecimal digits.
  public var description: String {
    let digits = String(value, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
      || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte)
  }
}

/// A hash that is the same on every machine and in every process: FNV-1a with a final mix.
struct StableHash {
  private var state: UInt64 = 0xcbf2_9ce4_8422_2325

  mutating func combine(byte: UInt8) {
    state = (state ^ UInt64(byte)) &* 0x100_0000_01b3
  }

  /// Adds a string and its end, so that neighbours cannot trade characters.
  mutating func combine(_ string: String) {
    for byte in string.utf8 { combine(byte: byte) }
    combine(byte: 0xFF)
  }

  mutating func combine(_ number: UInt64) {
    for shift in stride(from: UInt64(0), to: 64, by: 8) {
      combine(byte: UInt8(truncatingIfNeeded: number >> shift))
    }
  }

  /// The hash, with every bit depending on every byte; the mix is SplitMix64's.
  var value: UInt64 {
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    return mixed ^ (mixed >> 31)
  }
}
