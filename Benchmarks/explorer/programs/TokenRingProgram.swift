/// Three tasks pass a token around a ring of three places; a fourth expects equal places.
///
/// It fails when the fourth comes last and the others did not run in the order of the ring.
/// After `token_ring` of https://github.com/mc-imperial/sctbench.
enum TokenRingProgram {
  static func buggy() async throws {
    let ring = Ring()
    try await withThrowingDiscardingTaskGroup { group in
      group.addTask { await ring.advanceFirst() }
      group.addTask { await ring.copyToSecond() }
      group.addTask { await ring.copyToThird() }
      group.addTask { try await check(ring) }
    }
  }

  static func fixed() async throws {
    let ring = Ring()
    try await withThrowingDiscardingTaskGroup { group in
      group.addTask {
        await ring.advanceFirst()
        opaque()
        await ring.copyToSecond()
        opaque()
        await ring.copyToThird()
      }
      group.addTask { try await check(ring) }
    }
  }

  private static func check(_ ring: Ring) async throws {
    if let places = await ring.finishedPlaces(), Set(places).count > 1 {
      throw YardstickFailure("the places of the ring are \(places)")
    }
  }

  private actor Ring {
    private var places = [1, 2, 1]
    private var moves = 0

    func advanceFirst() {
      places[0] = (places[2] + 1) % 4
      moves += 1
    }

    func copyToSecond() {
      places[1] = places[0]
      moves += 1
    }

    func copyToThird() {
      places[2] = places[1]
      moves += 1
    }

    /// Returns the places once all three moves are made.
    func finishedPlaces() -> [Int]? { moves == 3 ? places : nil }
  }
}
