/// Writes a report for programs; `Documentation/check-report.schema.json` describes it.
enum JSONReport {
  /// The version of the schema; it grows when a key changes its meaning or goes away.
  static let schemaVersion = 1

  static func render(_ report: Report) -> String {
    var json = JSONWriter()
    json.object {
      $0.integer("schemaVersion", schemaVersion)
      $0.object("tool") {
        $0.string("name", report.tool.name)
        $0.string("version", report.tool.version)
        $0.string("swiftSyntax", report.tool.swiftSyntax)
      }
      $0.string("root", report.root)
      $0.boolean("incomplete", report.incomplete)
      write(report.summary, report.counts, to: &$0)
      $0.array("findings") { json in
        for finding in report.findings { write(finding, to: &json) }
      }
      $0.array("errors") { json in
        for error in report.errors {
          json.object {
            $0.string("file", error.file)
            $0.string("message", error.message)
          }
        }
      }
    }
    return json.text
  }

  private static func write(
    _ summary: Report.Summary, _ counts: Report.Counts, to json: inout JSONWriter
  ) {
    json.object("summary") {
      $0.integer("findings", counts.total)
      $0.integer("errors", counts.errors)
      $0.integer("warnings", counts.warnings)
      $0.integer("notes", counts.notes)
      $0.integer("filesRead", summary.filesRead)
      $0.integer("filesSkipped", summary.filesSkipped)
      $0.decimal("seconds", summary.seconds)
      $0.array("assumedModules") { json in
        for module in summary.assumedModules { json.string(nil, module) }
      }
      $0.integer("suppressed", summary.suppressed)
      guard let baseline = summary.baseline else { return $0.null("baseline") }
      $0.object("baseline") {
        $0.integer("known", baseline.known)
        $0.integer("gone", baseline.gone)
      }
    }
  }

  private static func write(_ finding: ReportedFinding, to json: inout JSONWriter) {
    json.object {
      write(finding.place, to: &$0)
      $0.string("level", finding.level.rawValue)
      $0.string("rule", finding.rule.id)
      $0.string("message", finding.message)
      $0.string("summary", finding.rule.summary)
      $0.string("reason", finding.rule.reason)
      $0.string("confidence", finding.confidence.rawValue)
      $0.string("fingerprint", finding.fingerprint.description)
      $0.array("notes") { json in
        for note in finding.notes {
          json.object {
            write(note.place, to: &$0)
            $0.string("message", note.message)
          }
        }
      }
      guard let fix = finding.fix else { return $0.null("fix") }
      write(fix, to: &$0)
    }
  }

  private static func write(_ place: ReportedPlace, to json: inout JSONWriter) {
    json.string("file", place.file)
    json.integer("line", place.start.line)
    json.integer("column", place.start.column)
    json.integer("endLine", place.end.line)
    json.integer("endColumn", place.end.column)
  }

  private static func write(_ fix: ReportedFinding.Fix, to json: inout JSONWriter) {
    json.object("fix") {
      $0.string("title", fix.title)
      $0.string("applicability", fix.applicability.rawValue)
      $0.array("edits") { json in
        for edit in fix.edits {
          json.object {
            $0.string("file", edit.place.file)
            $0.integer("startByte", edit.place.bytes.lowerBound)
            $0.integer("endByte", edit.place.bytes.upperBound)
            $0.string("text", edit.text)
          }
        }
      }
    }
  }
}
