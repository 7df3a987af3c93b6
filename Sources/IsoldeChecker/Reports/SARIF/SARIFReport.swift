import IsoldeRules

/// Writes a report as SARIF 2.1.0, for code scanning services.
struct SARIFReport {
  /// The name of the report's root in URIs.
  static let rootID = "SRCROOT"

  let report: Report
  /// The rules by their position in the run's list, those that only a finding names included.
  private let rules: [ReportedRule]
  let ruleIndexes: [String: Int]
  var columns = UTF16Columns()

  static func render(_ report: Report) -> String {
    var sarif = SARIFReport(report)
    var json = JSONWriter()
    json.object {
      $0.string("$schema", "https://json.schemastore.org/sarif-2.1.0.json")
      $0.string("version", "2.1.0")
      $0.array("runs") { $0.object { sarif.writeRun(to: &$0) } }
    }
    return json.text
  }

  private init(_ report: Report) {
    self.report = report
    var rules = report.rules
    var indexes: [String: Int] = [:]
    for (index, rule) in rules.enumerated() { indexes[rule.id] = index }
    for finding in report.findings where indexes[finding.rule.id] == nil {
      indexes[finding.rule.id] = rules.count
      rules.append(finding.rule)
    }
    self.rules = rules
    ruleIndexes = indexes
  }

  private mutating func writeRun(to json: inout JSONWriter) {
    writeTool(to: &json)
    writeInvocation(to: &json)
    json.object("originalUriBaseIds") {
      $0.object(Self.rootID) { $0.string("uri", rootURI) }
    }
    json.string("defaultEncoding", "UTF-8")
    json.string("columnKind", "utf16CodeUnits")
    json.array("results") {
      for finding in report.findings { writeResult(finding, to: &$0) }
    }
  }

  // MARK: - The run

  private var rootURI: String {
    "file://" + SARIFText.uri(report.root.hasSuffix("/") ? report.root : report.root + "/")
  }

  private func writeTool(to json: inout JSONWriter) {
    json.object("tool") {
      $0.object("driver") {
        $0.string("name", report.tool.name)
        $0.string("version", report.tool.version)
        $0.array("rules") {
          for rule in rules { writeRule(rule, to: &$0) }
        }
        $0.object("properties") { $0.string("swiftSyntax", report.tool.swiftSyntax) }
      }
    }
  }

  private func writeRule(_ rule: ReportedRule, to json: inout JSONWriter) {
    let reason = rule.reason.isEmpty ? rule.summary : rule.reason
    json.object {
      $0.string("id", rule.id)
      writeText("shortDescription", rule.summary, to: &$0)
      writeText("fullDescription", sentences(rule.summary, reason), to: &$0)
      writeText("help", sentences(reason, "Run 'isolde explain \(rule.id)' for examples"), to: &$0)
      $0.object("defaultConfiguration") { $0.string("level", rule.level.rawValue) }
      if !rule.group.isEmpty {
        $0.object("properties") {
          $0.array("tags") {
            $0.string(nil, "concurrency"); $0.string(nil, rule.group.lowercased())
          }
        }
      }
    }
  }

  private func sentences(_ first: String, _ second: String) -> String {
    first == second ? first + "." : first + ". " + second + "."
  }

  private func writeInvocation(to json: inout JSONWriter) {
    json.array("invocations") {
      $0.object {
        $0.boolean("executionSuccessful", report.errors.isEmpty && !report.incomplete)
        $0.object("workingDirectory") { $0.string("uri", rootURI) }
        $0.array("toolExecutionNotifications") {
          for error in report.errors { writeNotification(error, to: &$0) }
          for detail in SummaryText.details(of: report) {
            $0.object {
              $0.string("level", "note")
              writeText("message", detail, to: &$0)
            }
          }
        }
      }
    }
  }

  private func writeNotification(_ error: Report.Failure, to json: inout JSONWriter) {
    json.object {
      $0.string("level", "error")
      writeText("message", error.message, to: &$0)
      $0.array("locations") {
        $0.object {
          $0.object("physicalLocation") { writeArtifact(error.file, to: &$0) }
        }
      }
    }
  }
}
