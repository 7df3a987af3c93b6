import Testing

/// What is known of the test that explores.
struct TestIdentity: Sendable {
  /// What a report calls it.
  let name: String
  /// Where its random numbers begin: the same on every machine, and another one for each test.
  let seed: UInt64

  /// Creates an identity.
  ///
  /// - Parameters:
  ///   - name: What the exploration is called in its test, if it has a name.
  ///   - test: The test; `nil` outside of Swift Testing.
  init(_ name: String?, in test: Test?) {
    self.name = name ?? test.map { $0.displayName ?? $0.name } ?? "the exploration"
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    // Lines move and paths differ between machines, so that neither counts.
    let parts = (test.map { [$0.id.moduleName] + $0.id.nameComponents } ?? []) + [name ?? ""]
    for byte in parts.joined(separator: "/").utf8 {
      hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3
    }
    seed = hash
  }
}
