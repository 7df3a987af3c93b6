/// Numbers that look random and are the same for the same seed (SplitMix64, Steele et al. 2014).
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}

/// Changes to source such as typing, merging and broken disks make them.
enum SourceMutation {
  private static let pieces = [
    "await ", "async ", "{", "}", "(", ")", "[", "]", "<", ">", "\"", "\\(", "#if X\n", "#endif\n",
    "Task { ", "actor A { ", "/*", "*/", "async let x = ", "defer { ", "guard let self else { ",
    "@MainActor ", "withLock { ", "continuation.resume()", "for await x in ", "while true { ",
    "\"\"\"\n", "`", "\u{0}", "é", "try! ", ".", ",", ":", "!", "?", "->", "case ", "switch x {",
  ].map { Array($0.utf8) }

  /// Makes a few changes at random places.
  static func mutate(_ source: [UInt8], _ generator: inout SeededGenerator) -> [UInt8] {
    var bytes = source
    for _ in 0..<Int.random(in: 1...6, using: &generator) { change(&bytes, &generator) }
    return bytes
  }

  private static func change(_ bytes: inout [UInt8], _ generator: inout SeededGenerator) {
    let start = Int.random(in: 0...bytes.count, using: &generator)
    let length = min(bytes.count - start, Int.random(in: 0...60, using: &generator))
    let range = start..<start + length
    switch Int.random(in: 0..<6, using: &generator) {
    case 0: bytes.removeSubrange(range)
    case 1: bytes.insert(contentsOf: Array(bytes[range]), at: start)
    case 2:
      let other = Int.random(in: 0...bytes.count, using: &generator)
      bytes.insert(contentsOf: Array(bytes[range]), at: other)
    case 3 where start < bytes.count:
      bytes[start] = UInt8.random(in: 0...255, using: &generator)
    case 4 where bytes.count - start < 400: bytes.removeLast(bytes.count - start)
    default:
      bytes.insert(contentsOf: pieces.randomElement(using: &generator) ?? [], at: start)
    }
  }
}
