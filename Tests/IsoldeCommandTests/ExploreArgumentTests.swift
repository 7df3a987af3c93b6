import Foundation
import Testing

@Suite("The command line of isolde explore")
struct ExploreArgumentTests {
  private let isolde: Isolde
  private let folder: Folder

  init() throws {
    isolde = try Isolde()
    folder = try Folder()
    try folder.write("Scenario.swift", Scenarios.passing)
  }

  private func explore(_ arguments: String...) throws -> Isolde.Run {
    try isolde(["explore"] + arguments, in: folder.url, cache: folder.url)
  }

  @Test(
    "is refused with a sentence if it makes no sense",
    arguments: [
      ([], "name one file"), (["A.swift", "B.swift"], "name one file"),
      (["--strategy", "best", "Scenario.swift"], "'best' is no value for '--strategy'"),
      (["--strategy", "pct:0", "Scenario.swift"], "'pct:0' is no value"),
      (["--runs", "0", "Scenario.swift"], "'--runs' needs a number above 0"),
      (["--seed", "-1", "Scenario.swift"], "'--seed' needs a number from 0 on"),
      (["--replay", "f", "--strategy", "fifo", "Scenario.swift"], "leave out '--strategy'"),
      (["--format", "html", "Scenario.swift"], "use one of: text, json"),
      (["--sed", "1", "Scenario.swift"], "did you mean '--seed'?"),
      (["nowhere.swift"], "'nowhere.swift' cannot be read"),
      (["Scenario.txt"], "is no '.swift' file"),
    ] as [([String], String)])
  func usage(arguments: [String], message: String) throws {
    let run = try isolde(["explore"] + arguments, in: folder.url, cache: folder.url)
    #expect(run.code == 2)
    #expect(run.errors.contains(message), "\(run.errors)")
    #expect(run.output.isEmpty)
  }

  @Test(
    "takes no names that a compiler reads as something else",
    arguments: ["@Scenario.swift", "-Scenario.swift", "a/@Scenario.swift"])
  func names(name: String) throws {
    try folder.write(name, Scenarios.passing)
    let run = try explore("--", name)
    #expect(run.code == 2)
    #expect(run.errors.contains("is no name that a compiler can be given"))
  }

  @Test("takes no file without a function to explore, whatever its comments and types say")
  func neither() throws {
    try folder.write(
      "Scenario.swift",
      "// func scenario() async throws {}\nstruct Type { func outcome() async -> Int { 1 } }\n")
    let run = try explore("Scenario.swift")
    #expect(run.code == 2)
    #expect(run.errors.contains("declares neither 'scenario' nor 'outcome'"))
  }

  @Test("takes no replay token that nobody wrote")
  func token() throws {
    let run = try explore("--replay", "what", "Scenario.swift")
    #expect(run.code == 2)
    #expect(run.output.contains("'what' is no replay token"))
  }

  @Test("says where the library was looked for if it is not there")
  func library() throws {
    let run = try isolde(
      ["explore", "Scenario.swift"], in: folder.url, cache: folder.url, home: "/nowhere")
    #expect(run.code == 2)
    #expect(run.errors.contains("is not in '/nowhere'"))
    #expect(run.errors.contains("swift build -c release --product IsoldeExplorer"))
  }

  @Test("has its report written to a file")
  func output() throws {
    let run = try explore("--format", "json", "--output", "report.json", "Scenario.swift")
    #expect(run.code == 0)
    #expect(run.output.isEmpty)
    #expect(try folder.read("report.json").contains("\"verdict\": \"passed\""))
  }
}
