/// A 128-bit hash of bytes, the same on every machine and in every run.
///
/// It tells contents apart; it does not protect against someone who wants two contents to collide.
/// Whoever can write to a cache can forge its entries anyway.
public struct ContentHash: Hashable, Sendable {
  private var high: UInt64 = 0x9E37_79B9_7F4A_7C15
  private var low: UInt64 = 0xC2B2_AE3D_27D4_EB4F

  /// Starts a hash.
  public init() {}

  /// Hashes bytes.
  ///
  /// - Complexity: O(*n*).
  public init(_ bytes: [UInt8]) { add(bytes) }

  /// Adds bytes, and their number, so that parts cannot run into each other.
  public mutating func add(_ bytes: [UInt8]) {
    bytes.withUnsafeBytes { buffer in
      var index = 0
      while index + 8 <= buffer.count {
        mix(buffer.loadUnaligned(fromByteOffset: index, as: UInt64.self).littleEndian)
        index += 8
      }
      var last: UInt64 = 0
      while index < buffer.count {
        last = last << 8 | UInt64(buffer[index])
        index += 1
      }
      mix(last)
      mix(UInt64(buffer.count))
    }
  }

  /// Adds a string.
  public mutating func add(_ string: String) { add(Array(string.utf8)) }

  private mutating func mix(_ word: UInt64) {
    // Two multiply-and-fold lanes with different constants, as in the wyhash family.
    high = Self.fold(high ^ word, 0xA076_1D64_78BD_642F)
    low = Self.fold(low &+ word, 0xE703_7ED1_A0B4_28DB) ^ high &>> 32
  }

  private static func fold(_ left: UInt64, _ right: UInt64) -> UInt64 {
    let product = left.multipliedFullWidth(by: right)
    return product.high ^ product.low
  }

  /// The hash as 32 hexadecimal digits.
  public var text: String {
    [high, low].map { word in
      let digits = String(word, radix: 16)
      return String(repeating: "0", count: 16 - digits.count) + digits
    }.joined()
  }
}
