import Testing

@testable import IsoldeTesting

@Suite("An exploration in a test")
struct ExploreTests {
  @Test("says what it covered")
  func verdict() async throws {
    let verdict = try #require(
      await explore {
        let count = await countTwice()
        #expect((1...2).contains(count))
      })
    #expect(verdict.failure == nil)
    #expect(verdict.isExhaustive)
  }

  @Test("takes issues that the body expects for what they are, once")
  func expectedIssues() async throws {
    let found = try await issues {
      await explore {
        let count = await countTwice()
        withKnownIssue(isIntermittent: true) { #expect(count == 3) }
      }
    }
    #expect(found.count == 1)
    #expect(found.first?.isFailure == false)
  }

  @Test("passes warnings on once, and goes on")
  func warnings() async throws {
    let found = try await issues {
      let verdict = await explore {
        Issue.record("odd", severity: .warning)
        _ = await countTwice()
      }
      #expect(verdict?.isExhaustive == true)
    }
    #expect(found.map(\.severity) == [.warning])
  }

  @Test("passes a warning on once, although it fails")
  func warningOfAFailure() async throws {
    let found = try await issues {
      await explore {
        Issue.record("odd", severity: .warning)
        Issue.record("wrong")
      }
    }
    #expect(found.map(\.severity) == [.warning, .error])
  }

  @Test("within another one is part of that one's runs")
  func nested() async throws {
    let inner = Collected<Bool>()
    let outer = try #require(
      await explore {
        let isExplored = await explore { _ = await countTwice() } != nil
        inner.append(isExplored)
      })
    #expect(outer.runs > 1)
    #expect(!inner.all.contains(true))
  }

  @Test("gives its report to whoever asks for it, in place of an issue")
  func failureHandler() async throws {
    let reports = Collected<String>()
    await explore("handled", onFailure: { reports.append($0) }) {
      let count = await countTwice()
      #expect(count == 2)
    }
    #expect(reports.all.count == 1)
    #expect(reports.all.first?.contains("(count → 1) == 2") == true)
  }

  @Test("can be called on the main actor, and explores it") @MainActor
  func mainActor() async throws {
    let verdict = try #require(
      await explore { @MainActor in
        MainActor.assertIsolated()
        let count = await countTwice()
        MainActor.assertIsolated()
        #expect(count > 0)
      })
    MainActor.assertIsolated()
    #expect(verdict.isExhaustive)
  }

  @Test("begins its random numbers at the identity of the test")
  func seed() throws {
    let test = try #require(Test.current)
    #expect(TestIdentity(nil, in: test).seed == TestIdentity(nil, in: test).seed)
    #expect(TestIdentity(nil, in: test).seed != TestIdentity("other", in: test).seed)
    #expect(TestIdentity("known", in: nil).seed == 0x9E7C31938395894C)
    #expect(TestIdentity(nil, in: test).name.contains("random numbers"))
  }
}
