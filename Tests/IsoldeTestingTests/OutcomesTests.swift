import Testing

@testable import IsoldeTesting

@Suite("Outcomes")
struct OutcomesTests {
  @Test("of a lost update are one and two")
  func lostUpdate() async {
    let results = await outcomes { await countTwice() }
    #expect(results.values == [1, 2])
    #expect(results.verdict?.isExhaustive == true)
    #expect(results.all.reduce(0) { $0 + $1.runs } == results.verdict?.runs)
  }

  @Test("come about again on their schedules", arguments: [1, 2])
  func tokens(value: Int) async throws {
    let token = try #require(await outcomes { await countTwice() }[value]).token
    let again = await outcomes(in: session(["ISOLDE_SCHEDULE": "\(token)"])) { await countTwice() }
    #expect(again.all == [Outcome(value: value, runs: 1, token: token)])
  }

  @Test("of a body that was not explored are what it came to")
  func unexplored() async throws {
    let values = Collected<Set<Int>>()
    let found = try await issues {
      var session = session()
      session.explorer = { _ in nil }
      values.append(await outcomes(in: session) { 3 }.values)
    }
    #expect(values.all == [[3]])
    #expect(found.map(\.severity) == [.warning])
  }

  @Test("do not have that of a run that fails")
  func failure() async throws {
    let reports = Collected<String>()
    let results = await outcomes(onFailure: { reports.append($0) }) {
      let count = await countTwice()
      #expect(count == 2)
      return count
    }
    #expect(reports.all.count == 1)
    #expect(results[1] == nil)
  }
}
