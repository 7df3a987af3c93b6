import IsoldeChecker

extension ExploreReport {
  /// The report for people.
  ///
  /// - Parameters:
  ///   - file: The file as the command line names it.
  ///   - showsAll: Whether a long run is shown with all its steps.
  /// - Returns: The text.
  func text(on file: String, showsAll: Bool) -> String {
    // Line breaks are ours; everything else is other people's text.
    lines(on: file, showsAll: showsAll).map { PlainText.cleaned($0) + "\n" }.joined()
  }

  private func lines(on file: String, showsAll: Bool) -> [String] {
    switch verdict {
    case .compileError:
      return ["\(file) does not compile:"] + (message ?? "").split(separator: "\n").map(String.init)
    case .refused, .diverged:
      return ["\(file) was not explored: \(message ?? "the schedule led elsewhere")"]
    case .passed:
      return ["\(file) passed: \(coverage)"] + outcomeLines
        + (timeline.map { ["", "A run, step by step:"] + Self.table($0, showsAll: true) } ?? [])
    case .failed, .hung, .crashed:
      return failureLines(on: file, showsAll: showsAll)
    }
  }

  private var outcomeLines: [String] {
    guard !outcomes.isEmpty else { return [] }
    let sorted = outcomes.sorted { $0.runs > $1.runs }
    let width = sorted.map { "\($0.runs)".count }.max() ?? 0
    return ["It came to:"]
      + sorted.map { outcome in
        let runs = "\(outcome.runs)"
        let padding = String(repeating: " ", count: width - runs.count)
        return "  \(padding)\(runs) × \(outcome.value)  (--replay \(outcome.replay))"
      }
  }

  private func failureLines(on file: String, showsAll: Bool) -> [String] {
    guard let failure else { return ["\(file) failed"] }
    let verb = verdict == .crashed ? "crashed" : verdict == .hung ? "hung" : "failed"
    let place = firstFailureRun.map { " in run \($0) of at most \(budget.runs)" } ?? ""
    var lines = ["\(file) \(verb)\(place): \(failure.message)"]
    if let location = failure.location { lines.append("  at \(location.file):\(location.line)") }
    lines += failure.cause.map { "  " + $0 } + outcomeLines
    if !failure.suspended.isEmpty { lines += ["", "Suspended for ever:"] }
    for task in failure.suspended {
      lines.append("  “\(task.task)” waits for \(task.waitsFor)")
      lines += task.stack.map { "    \($0.text)" }
    }
    if !failure.timeline.isEmpty {
      lines += ["", "The run, step by step:"] + Self.table(failure.timeline, showsAll: showsAll)
    }
    if let output = failure.output, !output.isEmpty {
      lines += ["", "What it printed:"]
      lines += output.split(separator: "\n", omittingEmptySubsequences: false).map { "  \($0)" }
      if lines.last == "  " { lines.removeLast() }
    }
    if !isDeterministic {
      lines += ["", "Two runs of one schedule differed, so state survives a run."]
    }
    if !failure.replay.isEmpty {
      lines += [
        "", "Replay it with: isolde explore \(Self.quoted(file)) --replay \(failure.replay)",
      ]
    }
    return lines
  }

  /// A word that a shell takes for what it is.
  private static func quoted(_ word: String) -> String {
    let plain = word.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "/"),
        UInt8(ascii: "_"), UInt8(ascii: "-"), UInt8(ascii: "+"):
        true
      default: false
      }
    }
    return plain ? word : "'\(word.replacing("'", with: "'\\''"))'"
  }

  private static func table(_ timeline: [Row], showsAll: Bool) -> [String] {
    // What comes long after the beginning and long before the end is not what failed.
    let isLong = timeline.count > 60 && !showsAll
    let shown = isLong ? timeline.prefix(20) + timeline.suffix(40) : timeline[...]
    let rows = shown.map { row in
      ["\(row.step)", row.task, row.isolation, row.event, row.place ?? ""]
    }
    let widths = (0..<5).map { column in rows.map { $0[column].count }.max() ?? 0 }
    var lines = rows.map { cells in
      let texts = zip(cells, widths).map { cell, width in
        cell + String(repeating: " ", count: width - cell.count)
      }
      var line = "  " + texts.joined(separator: "  ")
      while line.last == " " { line.removeLast() }
      return line
    }
    if isLong { lines.insert("  … \(timeline.count - 60) steps …", at: 20) }
    return lines
  }
}

extension ExploreReport.Row {
  fileprivate var place: String? { shortPlace(file, line) }
}

extension ExploreReport.Frame {
  fileprivate var text: String {
    [function, shortPlace(file, line)].compactMap { $0 }.joined(separator: " at ")
  }
}

private func shortPlace(_ file: String?, _ line: Int?) -> String? {
  guard let file, let line else { return nil }
  return "\(file.split(separator: "/").last ?? ""):\(line)"
}
