import IsoldeRules

/// Writes a report as GitHub's workflow commands, which show findings beside the changed lines.
enum GitHubReport {
  static func render(_ report: Report, options: RenderOptions) -> String {
    let prefix = prefix(of: report.root, in: options.workspace)
    var output = ""
    for finding in report.findings { output += line(finding, prefix: prefix) }
    for error in report.errors {
      output += command(
        "error", [("file", prefix + error.file), ("title", "isolde")], error.message)
    }
    for detail in SummaryText.details(of: report) {
      output += command("notice", [("title", "isolde")], detail)
    }
    return output + SummaryText.headline(of: report) + "\n"
  }

  private static func line(_ finding: ReportedFinding, prefix: String) -> String {
    let place = finding.place
    var properties = [
      ("file", prefix + place.file), ("line", "\(place.start.line)"),
      ("endLine", "\(place.end.line)"),
    ]
    // GitHub takes columns only for a range within one line.
    if place.start.line == place.end.line {
      var counter = UTF16Columns()
      let columns = counter.columns(of: place)
      properties.append(("col", "\(columns.start)"))
      properties.append(("endColumn", "\(columns.end)"))
    }
    properties.append(("title", "isolde: " + finding.rule.id))

    var message = [finding.message]
    for note in finding.notes {
      let file = note.place.file == place.file ? "line" : note.place.file + " line"
      message.append("\(file) \(note.place.start.line): \(note.message)")
    }
    if !finding.rule.reason.isEmpty { message.append(finding.rule.reason) }
    message.append("isolde explain \(finding.rule.id)")
    return command(name(of: finding.level), properties, message.joined(separator: "\n"))
  }

  private static func name(of level: Level) -> String {
    switch level {
    case .error: "error"
    case .warning: "warning"
    case .note: "notice"
    }
  }

  private static func command(
    _ name: String, _ properties: [(String, String)], _ message: String
  ) -> String {
    let list = properties.map { "\($0.0)=\(escapedProperty($0.1))" }.joined(separator: ",")
    return "::\(name) \(list)::\(escapedMessage(message))\n"
  }

  private static func escapedProperty(_ text: String) -> String {
    escaped(PlainText.cleaned(text), also: [":": "%3A", ",": "%2C"])
  }

  private static func escapedMessage(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false)
      .map { escaped(PlainText.cleaned(String($0))) }.joined(separator: "%0A")
  }

  /// Escapes scalar by scalar, because a combining mark behind a comma hides it from `Character`.
  private static func escaped(
    _ text: String, also special: [Unicode.Scalar: String] = [:]
  ) -> String {
    var escaped = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      if scalar == "%" {
        escaped.append(contentsOf: "%25".unicodeScalars)
      } else if let replacement = special[scalar] {
        escaped.append(contentsOf: replacement.unicodeScalars)
      } else {
        escaped.append(scalar)
      }
    }
    return String(escaped)
  }

  /// What stands before a path of the report to make it relative to the workspace.
  private static func prefix(of root: String, in workspace: String?) -> String {
    guard let workspace else { return "" }
    let folder = workspace.hasSuffix("/") ? workspace : workspace + "/"
    let root = root.hasSuffix("/") ? root : root + "/"
    return root.hasPrefix(folder) ? String(root.dropFirst(folder.count)) : ""
  }
}
