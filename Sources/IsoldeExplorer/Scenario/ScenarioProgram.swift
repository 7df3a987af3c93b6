internal import CExplorerRuntime

/// The program that `isolde explore` makes of a file.
///
/// It explores, writes a report for the program that started it, and ends. Nothing else should call it:
/// it takes over standard output and the handlers of signals.
public enum ScenarioProgram {
  /// Explores a scenario, which fails by throwing, by trapping, or by not ending.
  public static func run(scenario: @escaping @Sendable () async throws -> Void) async -> Never {
    await run(tally: nil) {
      explorer_program_wipe()
      _ = explorer_crash_watch()
      try await scenario()
    }
  }

  /// Explores a function and counts what it comes to.
  public static func run<Value: Equatable & Sendable>(
    outcome: @escaping @Sendable () async throws -> Value
  ) async -> Never {
    let tally = ValueTally<Value>()
    await run(tally: tally) {
      explorer_program_wipe()
      _ = explorer_crash_watch()
      tally.begin()
      tally.end(try await outcome())
    }
  }

  private static func run(
    tally: (any OutcomeTally)?, body: @escaping @Sendable () async throws -> Void
  ) async -> Never {
    var arguments = ScenarioArguments()
    do {
      try arguments.read(CommandLine.arguments.dropFirst())
    } catch {
      finish(arguments, ScenarioReport.refusal(error.message))
    }
    guard explorer_program_redirect(arguments.output) else {
      finish(arguments, ScenarioReport.refusal("what the scenario prints cannot be kept"))
    }
    explorer_crash_install(explorer_program_open(arguments.remains))
    if let refusal = await RuntimeCapabilities.refusal() {
      finish(arguments, ScenarioReport.refusal(refusal))
    }
    let capabilities = await RuntimeCapabilities.current().description
    let session = ScenarioSession(
      arguments: arguments, capabilities: capabilities, tally: tally, body: body)
    finish(arguments, arguments.explains ? await session.explain() : await session.explore())
  }

  private static func finish(_ arguments: ScenarioArguments, _ report: JSONText) -> Never {
    explorer_program_leave(report.write(to: arguments.report) ? 0 : 3)
  }
}

extension JSONText {
  /// Writes the value over a file that exists.
  func write(to path: String) -> Bool {
    let file = explorer_program_open(path)
    var text = text
    return file >= 0
      && text.withUTF8 { bytes in
        bytes.withMemoryRebound(to: CChar.self) {
          explorer_program_write(file, $0.baseAddress, $0.count)
        }
      }
  }
}
