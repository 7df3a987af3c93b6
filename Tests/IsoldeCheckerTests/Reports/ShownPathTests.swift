import Testing

@testable import IsoldeChecker

@Suite("A path in a text report")
struct ShownPathTests {
  @Test(
    "is shown relative to the folder of the reader",
    arguments: [
      ("/p", "/p", "A.swift"), ("/p", nil, "A.swift"), ("/p/x", "/p", "x/A.swift"),
      ("/p", "/p/x", "/p/A.swift"), ("/p", "/q", "/p/A.swift"), ("/p", "/", "p/A.swift"),
      ("/pp", "/p", "/pp/A.swift"),
    ])
  func relative(root: String, folder: String?, shown: String) {
    #expect(ShownPath(root: root, folder: folder)("A.swift") == shown)
  }
}
