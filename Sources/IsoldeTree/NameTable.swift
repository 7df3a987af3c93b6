/// Names of one file, each stored once and found by its bytes.
struct NameTable {
  /// The names by id; the first is the empty name.
  private(set) var strings: [String] = [""]
  private var hashes: [UInt64] = [0]
  /// Open addressing; 0 means free, because the empty name is never looked up.
  private var slots: [UInt32] = Array(repeating: 0, count: 256)

  /// The id of a name, new if it was not seen before.
  mutating func intern(_ bytes: UnsafeBufferPointer<UInt8>) -> UInt32 {
    guard !bytes.isEmpty else { return 0 }
    let hash = Self.hash(bytes)
    var slot = Int(truncatingIfNeeded: hash) & (slots.count - 1)
    while slots[slot] != 0 {
      let id = slots[slot]
      if hashes[Int(id)] == hash, equal(strings[Int(id)], bytes) { return id }
      slot = (slot + 1) & (slots.count - 1)
    }
    let id = UInt32(truncatingIfNeeded: strings.count)
    strings.append(String(decoding: bytes, as: UTF8.self))
    hashes.append(hash)
    slots[slot] = id
    if strings.count * 2 > slots.count { grow() }
    return id
  }

  private func equal(_ string: String, _ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    string.utf8.count == bytes.count && string.utf8.elementsEqual(bytes)
  }

  private mutating func grow() {
    slots = Array(repeating: 0, count: slots.count * 2)
    for id in 1..<strings.count {
      var slot = Int(truncatingIfNeeded: hashes[id]) & (slots.count - 1)
      while slots[slot] != 0 { slot = (slot + 1) & (slots.count - 1) }
      slots[slot] = UInt32(truncatingIfNeeded: id)
    }
  }

  /// FNV-1a, 64 bits.
  private static func hash(_ bytes: UnsafeBufferPointer<UInt8>) -> UInt64 {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    return hash
  }
}
