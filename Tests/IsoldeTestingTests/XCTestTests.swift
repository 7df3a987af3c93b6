import IsoldeTesting
import Testing
import XCTest

/// In an XCTest method there is no test of Swift Testing.
final class XCTestTests: XCTestCase {
  func testAnExplorationFailsOnceInXCTest() async {
    let reports = Collected<String>()
    await explore("counting", onFailure: { reports.append($0) }) {
      let count = await countTwice()
      #expect(count == 2)
    }
    XCTAssertEqual(reports.all.count, 1)
    XCTAssertEqual(reports.all.first?.hasPrefix("counting failed in run "), true)
    XCTAssertEqual(reports.all.first?.contains("(count → 1) == 2"), true)
  }

  func testAnExplorationThatPassesSaysNothingInXCTest() async {
    let verdict = await explore(onFailure: { XCTFail($0) }) { _ = await countTwice() }
    XCTAssertEqual(verdict?.isExhaustive, true)
  }
}
