/// Writes a report as compilers do: a line for each finding and each note.
enum XcodeReport {
  static func render(_ report: Report) -> String {
    var output = ""
    for finding in report.findings {
      output +=
        "\(position(finding.place, report)): \(finding.level.rawValue): "
        + "\(PlainText.cleaned(finding.message)) [\(PlainText.cleaned(finding.rule.id))]\n"
      for note in finding.notes {
        output += "\(position(note.place, report)): note: \(PlainText.cleaned(note.message))\n"
      }
    }
    for error in report.errors {
      let path = PlainText.cleaned(report.absolutePath(of: error.file))
      output += "\(path):1:1: error: \(PlainText.cleaned(error.message))\n"
    }
    return output
  }

  private static func position(_ place: ReportedPlace, _ report: Report) -> String {
    let path = PlainText.cleaned(report.absolutePath(of: place.file))
    return "\(path):\(place.start.line):\(place.start.column)"
  }
}

extension Report {
  /// The absolute path of a file of the report.
  func absolutePath(of file: String) -> String {
    if file.hasPrefix("/") { return file }
    return root.hasSuffix("/") ? root + file : root + "/" + file
  }
}
