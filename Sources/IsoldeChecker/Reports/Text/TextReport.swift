import IsoldeRules

/// Writes a report for people.
struct TextReport {
  private let report: Report
  private let width: Int
  private let style: TextStyle
  private let shown: ShownPath
  private var output = ""
  /// The rules whose reason was printed; it is said once.
  private var explained: Set<String> = []

  static func render(_ report: Report, options: RenderOptions) -> String {
    var text = TextReport(report, options)
    for finding in report.findings { text.write(finding) }
    for error in report.errors { text.write(error) }
    if !report.errors.isEmpty { text.output += "\n" }
    for line in SummaryText.lines(of: report) { text.output += line + "\n" }
    return text.output
  }

  private init(_ report: Report, _ options: RenderOptions) {
    self.report = report
    width = options.width
    style = TextStyle(hasColors: options.hasColors)
    shown = ShownPath(root: report.root, folder: options.folder)
  }

  private mutating func write(_ finding: ReportedFinding) {
    let lines = [finding.place.start.line] + finding.notes.map(\.place.start.line)
    let digits = String(lines.max() ?? 0).count

    writeHead(
      "\(PlainText.cleaned(shown(finding.place.file))):\(position(finding.place))", finding.level,
      finding.message, rule: finding.rule.id)
    writeExcerpt(of: finding.place, digits: digits)
    for note in finding.notes {
      let isElsewhere = note.place.file != finding.place.file
      let file = isElsewhere ? PlainText.cleaned(shown(note.place.file)) + ":" : ""
      writeHead(file + position(note.place), .note, note.message)
      writeExcerpt(of: note.place, digits: digits)
    }
    writeHelp(for: finding)
    output += "\n"
  }

  private mutating func writeHead(
    _ place: String, _ level: Level, _ message: String, rule: String? = nil
  ) {
    output += style.paint(place + ":", .place) + " "
    output += style.paint(level.rawValue + ":", .init(level)) + " " + PlainText.cleaned(message)
    if let rule { output += " [" + PlainText.cleaned(rule) + "]" }
    output += "\n"
  }

  private mutating func writeExcerpt(of place: ReportedPlace, digits: Int) {
    let excerpt = Excerpt(place, width: width - digits - 3)
    let number = String(place.start.line)
    let padding = String(repeating: " ", count: digits - number.count)
    output += style.paint(padding + number + " |", .gutter)
    output += excerpt.text.isEmpty ? "\n" : " " + excerpt.text + "\n"
    output += style.paint(String(repeating: " ", count: digits) + " |", .gutter)
    output += " " + style.paint(excerpt.underline, .marks) + "\n"
  }

  private mutating func writeHelp(for finding: ReportedFinding) {
    let rule = PlainText.cleaned(finding.rule.id)
    if explained.insert(finding.rule.id).inserted {
      let reason = PlainText.cleaned(finding.rule.reason)
      output += style.paint("help:", .label)
      output += (reason.isEmpty ? "" : " " + reason + "  ") + " (isolde explain \(rule))\n"
    }
    if let fix = finding.fix {
      let use =
        fix.applicability == .safe ? "isolde check --fix does it" : "read it before you keep it"
      output += style.paint("fix:", .label) + " " + PlainText.cleaned(fix.title) + "   (\(use))\n"
    }
  }

  private mutating func write(_ error: Report.Failure) {
    output += style.paint(PlainText.cleaned(shown(error.file)) + ":", .place) + " "
    output += style.paint("error:", .error) + " " + PlainText.cleaned(error.message) + "\n"
  }

  private func position(_ place: ReportedPlace) -> String {
    "\(place.start.line):\(place.start.column)"
  }
}
