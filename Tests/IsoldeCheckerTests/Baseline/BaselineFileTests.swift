import IsoldeChecker
import Testing

@Suite("The file of a baseline")
struct BaselineFileTests {
  private let folder: TemporaryFolder
  private let tool = Report.Tool(version: "0.1.0", swiftSyntax: "")

  init() throws { folder = try TemporaryFolder() }

  private func file(
    _ changes: KnownChanges = KnownChanges(), allowsDirty: Bool = false
  ) -> BaselineFile {
    BaselineFile(
      path: folder(BaselineFile.defaultName), changes: changes,
      allowsUncommittedChanges: allowsDirty)
  }

  private func findings(_ count: Int) -> [ReportedFinding] {
    var sample = Sample((1...9).map { "bug(\($0))\n" }.joined())
    for index in 0..<count { sample.find("bug", occurrence: index) }
    return sample.report().findings
  }

  @Test("is nothing when it does not exist")
  func missing() throws {
    #expect(try file().read() == nil)
  }

  @Test("is created with all findings and shrinks from then on")
  func updating() throws {
    try file().update(with: findings(3), tool: tool)
    #expect(try file().read()?.entries.count == 3)
    try file().update(with: findings(2), tool: tool)
    #expect(try file().read()?.entries.count == 2)
    #expect(throws: BaselineFailure.wouldGrow(by: 1)) {
      try file().update(with: findings(3), tool: tool)
    }
    #expect(try file().read()?.entries.count == 2)
    try file().update(with: findings(3), tool: tool, isForced: true)
    #expect(try file().read()?.entries.count == 3)
    #expect(folder.names == [BaselineFile.defaultName])
  }

  @Test("is not written while it has uncommitted changes, unless that is allowed")
  func uncommittedChanges() throws {
    try file().update(with: findings(2), tool: tool)
    let dirty = KnownChanges(changed: [BaselineFile.defaultName])
    #expect(throws: BaselineFailure.uncommittedChanges(path: folder(BaselineFile.defaultName))) {
      try file(dirty).update(with: findings(1), tool: tool)
    }
    let unknown = KnownChanges(failure: "no repository")
    #expect(throws: BaselineFailure.unknownChanges(.init(reason: "no repository"))) {
      try file(unknown).update(with: findings(1), tool: tool)
    }
    try file(dirty, allowsDirty: true).update(with: findings(1), tool: tool)
    #expect(try file().read()?.entries.count == 1)
  }

  @Test("is not followed when it is a link")
  func link() throws {
    try folder.write("precious", to: "target")
    try folder.link(BaselineFile.defaultName, to: folder("target"))
    #expect(throws: BaselineFailure.file(.link(path: folder(BaselineFile.defaultName)))) {
      try file().update(with: findings(1), tool: tool)
    }
    #expect(folder.read("target") == "precious")
  }
}
