import IsoldeRules

extension SARIFReport {
  // MARK: - Results

  mutating func writeResult(_ finding: ReportedFinding, to json: inout JSONWriter) {
    json.object {
      $0.string("ruleId", finding.rule.id)
      $0.integer("ruleIndex", ruleIndexes[finding.rule.id] ?? -1)
      $0.string("level", finding.level.rawValue)
      writeText("message", finding.message, to: &$0)
      $0.array("locations") { json in
        json.object { writePhysicalLocation(finding.place, to: &$0) }
      }
      if !finding.notes.isEmpty {
        $0.array("relatedLocations") { json in
          for (index, note) in finding.notes.enumerated() {
            json.object {
              $0.integer("id", index + 1)
              writePhysicalLocation(note.place, to: &$0)
              writeText("message", note.message, to: &$0)
            }
          }
        }
      }
      $0.object("partialFingerprints") {
        $0.string("isoldeFingerprint/v1", finding.fingerprint.description)
      }
      if let fix = finding.fix { writeFix(fix, to: &$0) }
      $0.object("properties") { $0.string("confidence", finding.confidence.rawValue) }
    }
  }

  private mutating func writeFix(_ fix: ReportedFinding.Fix, to json: inout JSONWriter) {
    guard let file = fix.edits.first?.place.file else { return }
    json.array("fixes") { json in
      json.object {
        writeText("description", fix.title, to: &$0)
        $0.array("artifactChanges") { json in
          json.object {
            writeArtifact(file, to: &$0)
            $0.array("replacements") { json in
              for edit in fix.edits { writeReplacement(edit, to: &json) }
            }
          }
        }
        $0.object("properties") { $0.string("applicability", fix.applicability.rawValue) }
      }
    }
  }

  private mutating func writeReplacement(
    _ edit: ReportedFinding.Fix.Edit, to json: inout JSONWriter
  ) {
    json.object {
      $0.object("deletedRegion") { writeRegion(edit.place, to: &$0) }
      $0.object("insertedContent") { $0.string("text", edit.text) }
    }
  }

  // MARK: - Places

  private mutating func writePhysicalLocation(_ place: ReportedPlace, to json: inout JSONWriter) {
    json.object("physicalLocation") {
      writeArtifact(place.file, to: &$0)
      $0.object("region") { writeRegion(place, to: &$0) }
    }
  }

  func writeArtifact(_ file: String, to json: inout JSONWriter) {
    json.object("artifactLocation") {
      if file.hasPrefix("/") {
        $0.string("uri", "file://" + SARIFText.uri(file))
      } else {
        $0.string("uri", SARIFText.uri(file))
        $0.string("uriBaseId", Self.rootID)
      }
    }
  }

  private mutating func writeRegion(_ place: ReportedPlace, to json: inout JSONWriter) {
    let columns = columns.columns(of: place)
    json.integer("startLine", place.start.line)
    json.integer("startColumn", columns.start)
    json.integer("endLine", place.end.line)
    json.integer("endColumn", columns.end)
  }

  func writeText(_ key: String, _ text: String, to json: inout JSONWriter) {
    json.object(key) { $0.string("text", SARIFText.message(text)) }
  }
}
