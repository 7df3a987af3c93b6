import Testing

@testable import IsoldeTesting

@Suite("explore")
struct ExploreTests {
  @Test func failsOnce() async {
    await explore {
      let count = await countTwice()
      #expect(count == 2)
    }
  }
}
