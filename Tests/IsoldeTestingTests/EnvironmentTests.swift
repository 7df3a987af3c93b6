import IsoldeExplorer
import Testing

@testable import IsoldeTesting

@Suite("The environment")
struct EnvironmentTests {
  @Test("lets one schedule run instead of a search")
  func schedule() async throws {
    let reports = Collected<String>()
    let token = try #require(await outcomes { await countTwice() }[1]).token
    let verdict = try #require(
      await session(["ISOLDE_SCHEDULE": "\(token)"], onFailure: { reports.append($0) }).run {
        let count = await countTwice()
        #expect(count == 2)
      })
    #expect(verdict.runs == 1)
    #expect(reports.all.count == 1)
  }

  @Test("sets the number of runs")
  func runs() async throws {
    let verdict = try #require(
      await session(["ISOLDE_RUNS": "7"]).run { _ = await countTwice() })
    #expect(verdict.runs == 7)
    #expect(verdict.end == .runs)
  }

  @Test(
    "is refused where it makes no sense",
    arguments: [
      ("ISOLDE_SCHEDULE", "x"), ("ISOLDE_RUNS", "many"), ("ISOLDE_UNSUPPORTED", "never"),
    ])
  func mistakes(variable: String, value: String) async throws {
    let reports = Collected<String>()
    let verdict = await session([variable: value], onFailure: { reports.append($0) }).run {}
    #expect(verdict == nil)
    #expect(reports.all.count == 1)
    #expect(reports.all.first?.hasPrefix(variable) == true)
  }

  @Test(
    "says what happens where Swift's runtime cannot be taken over",
    arguments: [("once", 1, false), ("skip", 0, false), ("fail", 0, true)])
  func unsupported(policy: String, runs: Int, fails: Bool) async throws {
    let bodies = Collected<Int>()
    let found = try await issues {
      var session = session(["ISOLDE_UNSUPPORTED": policy])
      session.explorer = { _ in nil }
      let verdict = await session.run { bodies.append(0) }
      #expect(verdict == nil)
    }
    #expect(bodies.all.count == runs)
    #expect(found.map(\.isFailure) == [fails])
  }
}
