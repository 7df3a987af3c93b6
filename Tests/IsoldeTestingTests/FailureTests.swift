import Testing

@testable import IsoldeTesting

@Suite("A failing exploration")
struct FailureTests {
  @Test("is one issue, however many runs fail")
  func oneIssue() async throws {
    let found = try await issues {
      await explore {
        await Task.yield()
        Issue.record("always")
      }
    }
    #expect(found.count == 1)
    #expect(found.first?.isFailure == true)
  }

  @Test("keeps the values and the place of the expectation, and adds a report")
  func valuesAndPlace() async throws {
    let line = here().line + 5
    let found = try await issues {
      await explore("two updates") {
        async let first = countTwice()
        let count = await first
        #expect(count == 2)
      }
    }
    let issue = try #require(found.first)
    #expect(issue.sourceLocation?.line == line)
    #expect("\(issue)".contains("(count → 1) == 2"))
    let report = try #require(issue.comments.last).rawValue
    #expect(report.hasPrefix("two updates failed in run "))
    #expect(report.contains("ISOLDE_SCHEDULE="))
  }

  @Test("matches the known issue around it")
  func knownIssue() async {
    await withKnownIssue {
      await explore {
        let count = await countTwice()
        #expect(count == 2)
      }
    } matching: { issue in
      if case .expectationFailed = issue.kind { true } else { false }
    }
  }

  @Test("stops at the first run that fails, also within a known issue")
  func stopsWithinKnownIssue() async {
    await withKnownIssue {
      let verdict = await explore {
        let count = await countTwice()
        #expect(count == 2)
      }
      #expect(verdict?.end == .failure)
    } matching: {
      "\($0)".contains("(count → 1) == 2")
    }
  }

  @Test("does not stand for a known issue that no run has")
  func missingKnownIssue() async throws {
    let found = try await issues {
      await withKnownIssue { await explore { _ = await countTwice() } }
    }
    let kind = try #require(found.first?.kind)
    guard case .knownIssueNotRecorded = kind else {
      Issue.record("the issue is of another kind: \(kind)")
      return
    }
  }

  @Test("is skipped if the body cancels its test")
  func cancelledTest() async throws {
    await explore { try Test.cancel("this is what it shows") }
    #expect(Task.isCancelled)
  }

  @Test("fails where a requirement is not met, once")
  func requirement() async throws {
    let line = here().line + 3
    let found = try await issues {
      await explore {
        _ = try #require(await Task { nil as Int? }.value)
      }
    }
    #expect(found.map { $0.sourceLocation?.line } == [line])
  }

  @Test("records an error that is thrown at the place of the call")
  func thrownError() async throws {
    let line = here().line + 2
    let found = try await issues {
      await explore { throw Refused() }
    }
    #expect(found.count == 1)
    #expect(found.first?.error is Refused)
    #expect(found.first?.sourceLocation?.line == line)
    #expect(found.first?.comments.last?.rawValue.contains("failed in run 1") == true)
  }

  @Test("records the error of the schedule that it shows, though others pass")
  func errorInSomeRuns() async throws {
    let found = try await issues {
      await explore {
        let count = await countTwice()
        if count == 1 { throw Refused() }
      }
    }
    #expect(found.count == 1)
    #expect(found.first?.error is Refused)
    #expect(found.first?.comments.last?.rawValue.contains("it passes in the other order") == true)
  }

  @Test("is the issue alone if the same run throws as well")
  func issueAndError() async throws {
    let found = try await issues {
      await explore {
        Issue.record("first")
        throw Refused()
      }
    }
    #expect(found.map { $0.comments.first?.rawValue } == ["first"])
    #expect(found.first?.comments.last?.rawValue.contains("Refused()") == true)
  }

  @Test("records tasks that wait for ever at the place of the call")
  func leak() async throws {
    let line = here().line + 2
    let found = try await issues {
      await explore { await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in } }
    }
    #expect(found.map { $0.sourceLocation?.line } == [line])
    let report = try #require(found.first?.comments.last).rawValue
    #expect(report.contains("waits for"))
    #expect(report.contains("FailureTests.swift:\(line)"))
    #expect(!report.contains("ExplorationSession.swift"))
  }

  @Test("counts a confirmation that is not confirmed")
  func confirmations() async throws {
    let found = try await issues {
      await explore {
        await confirmation(expectedCount: 2) { confirmed in
          let count = await countTwice()
          for _ in 0..<count { confirmed() }
        }
      }
    }
    #expect(found.count == 1)
    let kind = try #require(found.first?.kind)
    guard case .confirmationMiscounted(let actual, _) = kind else {
      Issue.record("the issue is of another kind: \(kind)")
      return
    }
    #expect(actual == 1)
  }

  @Test("says so if it does not fail again")
  func notDeterministic() async throws {
    let runs = Collected<Int>()
    let found = try await issues {
      await explore {
        runs.append(0)
        if runs.all.count == 3 { Issue.record("in the third run alone") }
      }
    }
    #expect(found.count == 1)
    #expect(found.first?.comments.first?.rawValue.contains("not deterministic") == true)
  }
}
