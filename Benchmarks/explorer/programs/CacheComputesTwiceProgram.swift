/// A cache looks for a value, computes it elsewhere if there is none, and stores it afterwards.
///
/// It fails when the second of two `async let` calls looks while the first one computes: the
/// value is computed twice. After https://github.com/kabiroberai/AsyncPropertyTesting.
enum CacheComputesTwiceProgram {
  static func buggy() async throws {
    try await run { cache in await cache.value() }
  }

  static func fixed() async throws {
    try await run { cache in await cache.sharedValue() }
  }

  private static func run(get: @Sendable (Cache) async -> Int) async throws {
    let computations = Cell()
    let cache = Cache(computations: computations)
    async let first = get(cache)
    async let second = get(cache)
    _ = await (first, second)
    let count = await computations.value
    if count != 1 {
      throw YardstickFailure("the value was computed \(count) times")
    }
  }

  private actor Cache {
    private let computations: Cell
    private var stored: Int?
    private var inFlight: Task<Int, Never>?

    init(computations: Cell) {
      self.computations = computations
    }

    func value() async -> Int {
      if let stored { return stored }
      let computed = await Self.compute(counting: computations)
      stored = computed
      return computed
    }

    /// Stores the computation itself, before it has begun.
    func sharedValue() async -> Int {
      if let inFlight { return await inFlight.value }
      let task = Task { [computations] in await Self.compute(counting: computations) }
      inFlight = task
      return await task.value
    }

    private static func compute(counting computations: Cell) async -> Int {
      await computations.add(1)
      opaque()
      return 42
    }
  }
}
