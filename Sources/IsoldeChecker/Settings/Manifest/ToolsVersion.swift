import IsoldeTree

/// The `swift-tools-version` comment of a manifest.
enum ToolsVersion {
  /// The version as major times 100 plus minor, such as 602.
  ///
  /// - Parameter text: The manifest.
  /// - Returns: `nil` if no comment before the first code names a version.
  static func read(_ text: SourceText) -> Int? {
    for line in 1...text.lineCount {
      let words = text[text.range(ofLine: line)].drop { $0.isWhitespace }
      guard !words.isEmpty else { continue }
      guard words.hasPrefix("//") else { return nil }
      let comment = words.lowercased()
      guard let mark = comment.ranges(of: "swift-tools-version:").first else { continue }
      return parse(comment[mark.upperBound...])
    }
    return nil
  }

  /// Reads `6.2` or `6.2.1` at the start of a text, as major times 100 plus minor.
  static func parse(_ text: some StringProtocol) -> Int? {
    let number = text.drop { $0.isWhitespace }.prefix { $0.isNumber || $0 == "." }
    let parts = number.split(separator: ".").map { Int($0) }
    guard let major = parts.first ?? nil, (0..<1000).contains(major) else { return nil }
    let minor = parts.count > 1 ? parts[1] ?? 0 : 0
    return major * 100 + min(max(minor, 0), 99)
  }
}
