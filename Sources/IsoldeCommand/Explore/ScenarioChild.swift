import Foundation

/// Runs a compiled scenario, and collects what is left of it.
struct ScenarioChild {
  let program: String
  let scratch: ScratchFolder

  /// What is left.
  struct Result {
    var end: ChildProcess.End
    var report: ProgramReport?
    var remains: Remains?
    /// The end of what it printed.
    var output: String
  }

  /// What the program wrote down of a run that it did not survive.
  struct Remains {
    /// How many runs ended before, and how many steps there were.
    var runs: Int
    var steps: Int
    /// Whether jobs could overtake each other as the language allows.
    var allowsAllOrders: Bool
    var picks: [Int]

    /// The schedule, as a replay token.
    var token: String { Self.token(picks, allowsAllOrders) }

    static func token(_ picks: [Int], _ allowsAllOrders: Bool) -> String {
      (allowsAllOrders ? "P" : "p") + picks.map(String.init).joined(separator: ".")
    }
  }

  /// More than that of what a run printed is not kept.
  private static let outputLimit: UInt64 = 64 << 10
  /// How long it may take to shrink and explain what a search found, in seconds.
  private static let explanationLimit = 60.0

  /// Runs it.
  ///
  /// - Parameters:
  ///   - arguments: What it is asked to do.
  ///   - limit: After so many seconds it is told to end, unless it is explaining what it found.
  /// - Returns: What is left of it.
  /// - Throws: An error if it does not start.
  func run(_ arguments: [String], limit: Double) throws -> Result {
    let report = scratch.makeFile("report")
    let remains = scratch.makeFile("remains")
    let output = scratch.makeFile("output")
    defer { for file in [report, remains, output] { unlink(file) } }
    var process = ChildProcess(executable: program)
    process.arguments =
      ["--report", report, "--remains", remains, "--output", output] + arguments
    // A trap is reported by the program itself, and sets have one order in all processes.
    process.environment["SWIFT_BACKTRACE"] = "enable=no"
    process.environment["SWIFT_DETERMINISTIC_HASHING"] = "1"
    let end = try process.run(limit: limit) {
      Self.text(of: remains).hasPrefix("e\n") ? Self.explanationLimit : 0
    }
    let reported = FileManager.default.contents(atPath: report)
      .flatMap { try? JSONDecoder().decode(ProgramReport.self, from: $0) }
    return Result(
      end: end, report: reported, remains: Self.remains(in: Self.text(of: remains)),
      output: Self.tail(of: output))
  }

  private static func text(of file: String) -> String {
    String(decoding: FileManager.default.contents(atPath: file) ?? Data(), as: UTF8.self)
  }

  /// Reads a line such as `r12s340p0.1.0`.
  private static func remains(in text: String) -> Remains? {
    for line in text.split(separator: "\n") where line.hasPrefix("r") {
      let parts = line.dropFirst().split(separator: "s")
      guard parts.count == 2, let runs = Int(parts[0]) else { continue }
      let steps = parts[1].prefix { $0.isNumber }
      let rest = parts[1].dropFirst(steps.count)
      guard let letter = rest.first, letter == "p" || letter == "P", let count = Int(steps) else {
        continue
      }
      let picks = rest.dropFirst().split(separator: ".").compactMap { Int($0) }
      return Remains(runs: runs, steps: count, allowsAllOrders: letter == "P", picks: picks)
    }
    return nil
  }

  private static func tail(of file: String) -> String {
    guard let handle = FileHandle(forReadingAtPath: file) else { return "" }
    let size = (try? handle.seekToEnd()) ?? 0
    try? handle.seek(toOffset: size > outputLimit ? size - outputLimit : 0)
    var text = String(decoding: (try? handle.readToEnd()) ?? Data(), as: UTF8.self)
    // Addresses without names say nothing, and differ from run to run.
    if let trace = text.range(of: "\nCurrent stack trace:\n0 ") {
      text.removeSubrange(trace.lowerBound...)
    }
    return size > outputLimit ? "…" + text : text
  }
}
