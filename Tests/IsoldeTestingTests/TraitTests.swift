import Testing

@testable import IsoldeTesting

@Suite("The trait")
struct TraitTests {
  private let counter = Counter()

  @Test("gives each run a suite of its own", .explored)
  func freshInstance() async {
    #expect(await counter.value == 0)
    async let first: Void = counter.readAndWrite()
    async let second: Void = counter.readAndWrite()
    _ = await (first, second)
    #expect(await counter.value > 0)
  }

  @Test("explores each case of a parameterised test", .explored(runs: 20), arguments: [3, 4])
  func parameterised(number: Int) async {
    async let set: Void = counter.set(number)
    await set
    #expect(await counter.value == number)
    #expect(Test.Case.current != nil)
  }

  @Test("keeps a test on the main actor", .explored) @MainActor
  func mainActor() async {
    MainActor.assertIsolated()
    await Task.yield()
    MainActor.assertIsolated()
  }

  @Test("works with confirmations", .explored)
  func confirmations() async {
    await confirmation(expectedCount: 2) { confirmed in
      async let first: Void = { confirmed() }()
      async let second: Void = { confirmed() }()
      _ = await (first, second)
    }
  }

  @Test("works with a time limit", .explored, .timeLimit(.minutes(1)))
  func timeLimit() async { _ = await countTwice() }

  @Test("works with what is not asynchronous", .explored)
  func synchronous() { #expect(Test.current != nil) }

  @Test("runs the test many times")
  func manyRuns() async throws {
    let runs = Collected<Int>()
    try await scope { runs.append(await countTwice()) }
    #expect(Set(runs.all) == [1, 2])
  }

  @Test("makes one issue of a test that fails in many runs")
  func oneIssue() async throws {
    let found = try await issues {
      try await scope {
        let count = await countTwice()
        #expect(count == 2)
      }
    }
    #expect(found.count == 1)
  }

  @Test("survives a test that never ends")
  func stuck() async throws {
    let line = try #require(Test.current).sourceLocation.line
    let found = try await issues {
      try await scope { [counter] in
        await counter.readAndWrite()
        await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }
        _ = await counter.value
      }
    }
    #expect(found.map { $0.sourceLocation?.line } == [line])
  }

  /// Explores as the trait does for this test.
  private func scope(_ function: @escaping @Sendable () async throws -> Void) async throws {
    let test = try #require(Test.current)
    try await ExploredTrait.explored.provideScope(
      for: test, testCase: Test.Case.current, performing: function)
  }
}

@Suite("The trait of a suite", .explored(runs: 5))
struct SuiteTraitTests {
  @Test("explores its tests")
  func inherited() async { #expect(IssueCollector.current != nil) }

  @Test("gives way to that of a test", .explored)
  func nearer() async throws {
    let test = try #require(Test.current)
    let traits = test.traits.compactMap { $0 as? ExploredTrait }
    #expect(traits.count == 2)
    #expect(traits.first?.scopeProvider(for: test, testCase: Test.Case.current) == nil)
    #expect(traits.last?.scopeProvider(for: test, testCase: Test.Case.current) != nil)
  }
}
