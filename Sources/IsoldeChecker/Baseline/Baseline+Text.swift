import IsoldeTree

extension Baseline {
  /// The version of the file and of the fingerprints in it.
  static let version = 1

  /// The baseline as a JSON file with one line for each entry, so that changes are easy to read and
  /// to merge.
  ///
  /// - Parameter tool: The program that writes it.
  /// - Returns: The text, with a final line feed.
  public func text(tool: Report.Tool) -> String {
    let entries = entries.map { entry in
      let fields = [
        ("fingerprint", entry.fingerprint.description), ("rule", entry.rule), ("file", entry.file),
        ("message", entry.message),
      ]
      let members = fields.map { "\(JSONWriter.quoted($0.0)): \(JSONWriter.quoted($0.1))" }
      return "    {\(members.joined(separator: ", "))}"
    }
    let list = entries.isEmpty ? "[]" : "[\n\(entries.joined(separator: ",\n"))\n  ]"
    return """
      {
        "version": \(Self.version),
        "tool": \(JSONWriter.quoted("\(tool.name) \(tool.version)")),
        "findings": \(list)
      }

      """
  }

  /// Reads what `text(tool:)` writes.
  ///
  /// - Parameter bytes: The file's content.
  /// - Throws: `BaselineFailure` with the place, if the bytes are not a baseline.
  public init(bytes: [UInt8]) throws(BaselineFailure) {
    let text = SourceText(bytes: bytes)
    func failure(_ offset: Int, _ reason: String) -> BaselineFailure {
      let place = text.position(at: offset)
      return .malformed(line: place.line, column: place.column, reason: reason)
    }
    let root: JSONNode
    do {
      root = try JSONReader.read(bytes)
    } catch {
      throw failure(error.offset, error.reason)
    }
    guard case .number(let version)? = root["version"]?.value else {
      throw failure(root.offset, "expected an object with a 'version'")
    }
    guard version == Double(Self.version) else {
      guard version > 0, version < 1e6, version == version.rounded() else {
        throw failure(root.offset, "the version is not a whole number")
      }
      throw .unknownVersion(Int(version))
    }
    guard case .array(let items)? = root["findings"]?.value else {
      throw failure(root.offset, "expected a list of 'findings'")
    }
    var entries: [Entry] = []
    for item in items {
      func string(_ key: String) throws(BaselineFailure) -> String {
        guard case .string(let value)? = item[key]?.value else {
          throw failure(item.offset, "expected an object with a text '\(key)'")
        }
        return value
      }
      guard let fingerprint = Fingerprint(try string("fingerprint")) else {
        throw failure(item.offset, "the fingerprint is not 16 hexadecimal digits")
      }
      entries.append(
        Entry(
          fingerprint: fingerprint, rule: try string("rule"), file: try string("file"),
          message: try string("message")))
    }
    self.init(entries)
  }
}
