import IsoldeModel
import IsoldeRules
import Testing

@testable import IsoldeChecker

@Suite("A configuration")
struct ConfigurationTests {
  private static let ids = ["actor-check-then-act", "stale-index-after-await", "detached-task"]

  private func read(_ text: String) throws -> Configuration {
    try Configuration.read(text, file: ".isolde.yml", knownRules: Self.ids)
  }

  @Test("has defaults for what the file does not say")
  func defaults() throws {
    #expect(try read("") == Configuration())
    #expect(try read("# nothing\nrules:\nexclude: []\n") == Configuration())
    #expect(Configuration().tests == .errors)
    #expect(Configuration().maximumFileSize == 4_194_304)
  }

  @Test("says everything in one file")
  func everything() throws {
    let configuration = try read(
      """
      preset: strict
      rules:
        detached-task: off
        actor-check-then-act: error   # bugs
        stale-index-after-await: on
      only: [actor-check-then-act]
      skip:
        - detached-task
      exclude: ["**/Generated", "*.pb.swift"]
      include:
        - Sources
      paths:
        - path: "Sources/Legacy/**"
          level: error
          rules: { detached-task: note }
        - path: Sources/New
          rules:
            detached-task: on
      level: warning
      max-findings: 50
      jobs: 2
      baseline: ./config/baseline.json
      cache: .isolde/cache
      tests: all
      max-file-size: 1000
      """)
    #expect(configuration.preset == .strict)
    #expect(
      configuration.rules == [
        "detached-task": .off, "actor-check-then-act": .level(.error),
        "stale-index-after-await": .on,
      ])
    #expect(configuration.only == ["actor-check-then-act"])
    #expect(configuration.skip == ["detached-task"])
    #expect(configuration.exclude.map(\.description) == ["**/Generated", "*.pb.swift"])
    #expect(configuration.include.map(\.description) == ["Sources"])
    #expect(
      configuration.paths == [
        PathSettings(
          pattern: PathPattern("Sources/Legacy/**"), rules: ["detached-task": .level(.note)],
          level: .error),
        PathSettings(pattern: PathPattern("Sources/New"), rules: ["detached-task": .on]),
      ])
    #expect(configuration.level == .warning)
    #expect(configuration.maximumFindings == 50)
    #expect(configuration.jobs == 2)
    #expect(configuration.baseline == "config/baseline.json")
    #expect(configuration.cache == .folder(".isolde/cache"))
    #expect(configuration.tests == .all)
    #expect(configuration.maximumFileSize == 1000)
    #expect(try read("cache: off").cache == .off)
  }

  @Test(
    "names the line of an error, the nearest name and what is allowed",
    arguments: [
      ("a: [", 1, "']' is missing on this line"),
      ("jobs: 2\nexlude: []", 2, "unknown key 'exlude'; did you mean 'exclude'?"),
      (
        "colour: red", 1,
        "unknown key 'colour'; known are preset, rules, only, skip, include, exclude, paths, level,"
          + " max-findings, jobs, baseline, cache, tests, max-file-size"
      ),
      ("only: [detached-taks]", 1, "unknown rule 'detached-taks'; did you mean 'detached-task'?"),
      (
        "rules:\n  nothing-like-it: off", 2,
        "unknown rule 'nothing-like-it'; no rule has a similar name"
      ),
      (
        "skip:\n  - detached-task\n  - actor-check", 3,
        "unknown rule 'actor-check'; no rule has a similar name"
      ),
      (
        "rules:\n  detached-task: true", 2,
        "'detached-task' is 'true'; allowed: off, note, warning, error, on"
      ),
      ("preset: hard", 1, "'preset' is 'hard'; allowed: default, strict, migration, server"),
      ("level: high", 1, "'level' is 'high'; allowed: note, warning, error"),
      ("tests: some", 1, "'tests' is 'some'; allowed: off, errors, all"),
      ("jobs: 0", 1, "'jobs' is '0'; allowed: a number from 1 to 256"),
      ("max-findings: many", 1, "'max-findings' is 'many'; allowed: a number from 1 to 1000000"),
      ("max-file-size:", 1, "'max-file-size' is nothing; allowed: a number from 1 to 268435456"),
      ("exclude: x", 1, "'exclude' is 'x'; allowed: a list, such as [a, b]"),
      ("exclude: [[x]]", 1, "an element of 'exclude' is a list; expected a text"),
      (
        "baseline: /etc/passwd", 1,
        "'baseline' is '/etc/passwd'; allowed: a path below the project's root"
      ),
      ("cache: ../x", 1, "'cache' is '../x'; allowed: a path below the project's root"),
      ("rules: off", 1, "'rules' is 'off'; expected 'key: value' lines"),
      ("- a", 1, "the file is a list; expected 'key: value' lines"),
      ("paths:\n  - level: error", 2, "an element of 'paths' needs a 'path'"),
      ("paths:\n  - path: x\n    levels: error", 3, "unknown key 'levels'; did you mean 'level'?"),
      (
        "paths:\n  - path: x\n    rules: {a: off}", 3,
        "unknown rule 'a'; no rule has a similar name"
      ),
    ])
  func errors(_ text: String, _ line: Int, _ message: String) {
    #expect(throws: ConfigurationError(file: ".isolde.yml", line: line, message: message)) {
      try read(text)
    }
  }

  @Test("is found at the root, and has to exist only when it is named")
  func loading() throws {
    let folder = try TemporaryFolder()
    #expect(try Configuration.load(root: folder.path) == Configuration())
    try folder.write("jobs: 3\nbad", to: ".isolde.yml")
    #expect(
      throws: ConfigurationError(file: ".isolde.yml", line: 2, message: "expected 'key: value'")
    ) {
      try Configuration.load(root: folder.path)
    }
    let error = #expect(throws: ConfigurationError.self) {
      try Configuration.load(root: folder.path, path: "/nowhere.yml")
    }
    #expect(error?.description == "/nowhere.yml: cannot be read: No such file or directory")
  }

  @Test("reports only errors in tests and generated code unless it says otherwise")
  func testPolicy() {
    #expect(TestPolicy.errors.reports(.note, in: .production))
    #expect(!TestPolicy.errors.reports(.warning, in: .support))
    #expect(TestPolicy.errors.reports(.error, in: .generated))
    #expect(TestPolicy.all.reports(.note, in: .support))
    #expect(!TestPolicy.all.reports(.warning, in: .generated))
    #expect(!TestPolicy.off.reports(.error, in: .support))
    #expect(TestPolicy.off.reports(.note, in: .production))
  }
}
