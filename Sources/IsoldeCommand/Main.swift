import Foundation
import IsoldeChecker

/// The program `isolde`.
@main
struct Main {
  static func main() {
    StandardOutput.ignoreBrokenPipes()
    var arguments = Arguments(Array(CommandLine.arguments.dropFirst()))
    let console = Console()
    exit(Self.run(&arguments, console).rawValue)
  }

  private static func run(_ arguments: inout Arguments, _ console: Console) -> ExitCode {
    do throws(UsageError) {
      switch arguments.command {
      case nil where arguments.isHelpWanted, "help":
        return console.print(HelpText.overview)
      case nil where arguments.takeFlag("--version"), "version":
        return console.print(Version.description + "\n")
      case nil:
        throw UsageError(
          "say what to do", advice: "for example 'isolde check'; see 'isolde --help'")
      case "check":
        return try CheckCommand(&arguments).run(console)
      case "explore":
        return try ExploreCommand(&arguments).run(console)
      case "rules":
        return try RulesCommand(&arguments).run(console)
      case "explain":
        return try ExplainCommand(&arguments).run(console)
      case let command?:
        throw UsageError(
          unknown: command, kind: "command",
          known: ["check", "explore", "rules", "explain", "help", "version"])
      }
    } catch {
      console.complain("error: \(error.message)\n\(error.advice.map { "help: \($0)\n" } ?? "")")
      return .usage
    }
  }
}

/// How the program ends.
enum ExitCode: Int32 {
  /// Nothing was found that reaches the threshold.
  case success = 0
  /// Something was found.
  case findings = 1
  /// The command line, the configuration or the input makes no sense.
  case usage = 2
  /// The program itself failed.
  case `internal` = 3
}

/// The version of the program.
enum Version {
  static let number = "0.1.0"

  #if compiler(>=6.4)
    static let swiftSyntax = "swift-syntax of Swift 6.4 or later"
  #elseif compiler(>=6.3)
    static let swiftSyntax = "swift-syntax of Swift 6.3"
  #else
    static let swiftSyntax = "swift-syntax of Swift 6.2"
  #endif

  static let description = "isolde \(number) (\(swiftSyntax))"
}
