import IsoldeChecker

extension ExploreReport {
  /// The version of the schema; it grows when a key changes its meaning or goes away.
  private static let schemaVersion = 1

  /// The report for programs.
  var json: String {
    var json = JSONWriter()
    json.object {
      $0.integer("version", Self.schemaVersion)
      $0.string("tool", "isolde \(Version.number)")
      $0.string("toolchain", toolchain)
      Self.write("capabilities", capabilities, to: &$0)
      $0.string("verdict", verdict.rawValue)
      Self.write("message", message, to: &$0)
      $0.integer("runs", runs)
      $0.integer("steps", steps)
      $0.integer("classes", classes)
      $0.integer("blockedRuns", blockedRuns)
      $0.boolean("exhaustive", isExhaustive)
      $0.boolean("deterministic", isDeterministic)
      $0.integer("foreignResumes", foreignResumes)
      $0.object("budget") {
        $0.integer("runs", budget.runs)
        $0.integer("seconds", budget.seconds)
        $0.string("endedBy", budget.endedBy)
      }
      $0.string("seed", "\(seed)")
      $0.object("strategyRuns") { json in
        for (name, runs) in strategyRuns.sorted(by: { $0.key < $1.key }) {
          json.integer(name, runs)
        }
      }
      Self.write("firstFailureRun", firstFailureRun, to: &$0)
      $0.string("coverage", coverage)
      Self.write("invisible", invisible, to: &$0)
      write(failure, to: &$0)
      if let timeline { Self.write(timeline, to: &$0) }
      $0.array("outcomes") { json in
        for outcome in outcomes {
          json.object {
            $0.string("value", outcome.value)
            $0.integer("runs", outcome.runs)
            $0.string("replay", outcome.replay)
          }
        }
      }
      $0.decimal("compileSeconds", compileSeconds)
      $0.decimal("seconds", seconds)
    }
    return json.text
  }

  private func write(_ failure: Failure?, to json: inout JSONWriter) {
    guard let failure else { return json.null("failure") }
    json.object("failure") {
      $0.string("kind", failure.kind)
      $0.string("message", failure.message)
      $0.string("strategy", failure.strategy)
      if let location = failure.location {
        $0.object("location") {
          $0.string("file", location.file)
          $0.integer("line", location.line)
        }
      } else {
        $0.null("location")
      }
      $0.string("replay", failure.replay)
      $0.integer("steps", failure.steps)
      $0.integer("deviations", failure.deviations)
      $0.integer("shrinkRuns", failure.shrinkRuns)
      Self.write("cause", failure.cause, to: &$0)
      Self.write(failure.timeline, to: &$0)
      $0.array("suspended") { json in
        for task in failure.suspended { Self.write(task, to: &json) }
      }
      Self.write("output", failure.output, to: &$0)
    }
  }

  private static func write(_ rows: [Row], to json: inout JSONWriter) {
    json.array("timeline") { json in
      for row in rows {
        json.object {
          $0.integer("step", row.step)
          $0.string("task", row.task)
          $0.string("isolation", row.isolation)
          write("file", row.file, to: &$0)
          write("line", row.line, to: &$0)
          $0.string("event", row.event)
        }
      }
    }
  }

  private static func write(_ task: Suspended, to json: inout JSONWriter) {
    json.object {
      $0.string("task", task.task)
      $0.string("waitsFor", task.waitsFor)
      $0.array("stack") { json in
        for frame in task.stack {
          json.object {
            write("function", frame.function, to: &$0)
            write("file", frame.file, to: &$0)
            write("line", frame.line, to: &$0)
          }
        }
      }
    }
  }

  private static func write(_ key: String, _ strings: [String], to json: inout JSONWriter) {
    json.array(key) { json in
      for string in strings { json.string(nil, string) }
    }
  }

  private static func write(_ key: String, _ string: String?, to json: inout JSONWriter) {
    if let string { json.string(key, string) } else { json.null(key) }
  }

  private static func write(_ key: String, _ number: Int?, to json: inout JSONWriter) {
    if let number { json.integer(key, number) } else { json.null(key) }
  }
}
