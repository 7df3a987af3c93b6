extension Verdict {
  /// A report for a reader, in plain text.
  ///
  /// - Parameter name: What was explored.
  /// - Returns: Lines that end with a newline.
  public func report(on name: String) -> String {
    guard let failure else { return "\(name) passed: \(coverage).\n" }
    var lines = ["\(name) failed in run \(failure.run): \(failure.message)"]
    lines += failure.cause.map { "  " + $0 }
    if !failure.suspended.isEmpty {
      lines += ["", "Suspended for ever:"]
      for task in failure.suspended {
        lines.append("  “\(task.task)” waits for \(task.waitsFor)")
        lines += task.stack.map { "    \($0.text)" }
      }
    }
    lines += ["", "The run, step by step:"]
    lines += table(failure.timeline)
    lines += ["", "Replay it with ISOLDE_SCHEDULE=\(failure.token)"]
    return lines.map(Self.plain).joined(separator: "\n") + "\n"
  }

  private func table(_ timeline: [TimelineRow]) -> [String] {
    // What comes long after the beginning and long before the end is not what failed.
    let shown = timeline.count <= 60 ? timeline[...] : timeline.prefix(20) + timeline.suffix(40)
    let rows = shown.map { row in
      [
        "\(row.step)", row.task, row.isolation, row.event.rawValue, row.place.short ?? "",
      ]
    }
    let widths = (0..<5).map { column in rows.map { $0[column].count }.max() ?? 0 }
    return zip(shown, rows).map { row, cells in
      let texts = zip(cells, widths).map { cell, width in
        cell + String(repeating: " ", count: width - cell.count)
      }
      var line = "  " + texts.joined(separator: "  ")
      if row.time > .zero { line += "  at \(row.time)" }
      while line.last == " " { line.removeLast() }
      return line
    }
  }

  /// Names and messages are other people's text: nothing in them may steer a terminal.
  private static func plain(_ line: String) -> String {
    String(
      String.UnicodeScalarView(
        line.unicodeScalars.filter { scalar in
          let value = scalar.value
          let isControl = value < 0x20 || (0x7F..<0xA0).contains(value)
          let isBidi = (0x202A...0x202E).contains(value) || (0x2066...0x2069).contains(value)
          return !isControl && !isBidi
        }))
  }
}

extension CodePlace {
  /// The function and where it is.
  var text: String {
    guard let function else { return short ?? "an unknown place" }
    guard file != nil, let short else { return function }
    return "\(function) at \(short)"
  }
}
