/// Says in a few lines how a run went.
enum SummaryText {
  /// The line with the counts, and a line for each thing that a reader should know about the run.
  static func lines(of report: Report) -> [String] {
    [headline(of: report)] + details(of: report)
  }

  /// `3 findings (1 error, 2 warnings) in 120 files, 0.8 s`.
  static func headline(of report: Report) -> String {
    let extent =
      "in \(counted(report.summary.filesRead, "file")), \(duration(report.summary.seconds))"
    let counts = report.counts
    guard counts.total > 0 else {
      return report.incomplete
        ? "Nothing found \(extent), but not everything could be judged."
        : "All quiet: nothing found \(extent)."
    }
    let levels = [
      (counts.errors, "error"), (counts.warnings, "warning"), (counts.notes, "note"),
    ].filter { $0.0 > 0 }.map { counted($0.0, $0.1) }
    return "\(counted(counts.total, "finding")) (\(levels.joined(separator: ", "))) \(extent)"
  }

  /// What else a reader should know: what was not judged, assumed, suppressed or known.
  static func details(of report: Report) -> [String] {
    var lines: [String] = []
    let summary = report.summary
    if !report.errors.isEmpty { lines.append("\(counted(report.errors.count, "file")) not judged") }
    if summary.filesSkipped > 0 { lines.append("\(counted(summary.filesSkipped, "file")) skipped") }
    if report.incomplete, report.counts.total > 0 { lines.append("the report is incomplete") }
    if !summary.assumedModules.isEmpty {
      let names = summary.assumedModules.map { "'\(PlainText.cleaned($0))'" }
      lines.append("settings assumed for \(names.joined(separator: ", "))")
    }
    if summary.suppressed > 0 {
      lines.append("\(counted(summary.suppressed, "finding")) suppressed by comments")
    }
    if let baseline = summary.baseline {
      lines.append("\(counted(baseline.known, "finding")) known to the baseline")
      if baseline.gone > 0 {
        lines.append(
          "\(counted(baseline.gone, "finding")) of the baseline no longer found: "
            + "take them out with --write-baseline")
      }
    }
    return lines
  }

  /// A number with its noun: `1 file`, `2 files`.
  static func counted(_ count: Int, _ noun: String) -> String {
    "\(count) \(noun)\(count == 1 ? "" : "s")"
  }

  /// Seconds with one decimal.
  static func duration(_ seconds: Double) -> String {
    guard seconds.isFinite, seconds >= 0, seconds < 1e9 else { return "0.0 s" }
    let tenths = Int((seconds * 10).rounded())
    return "\(tenths / 10).\(tenths % 10) s"
  }
}
