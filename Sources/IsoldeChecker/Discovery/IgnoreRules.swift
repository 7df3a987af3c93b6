/// The ignore files that hold in one folder, from the repository's root down.
struct IgnoreRules: Sendable {
  /// The name of the files.
  static let fileName = ".gitignore"

  private struct Rule: Sendable {
    var pattern: PathPattern
    var isNegated: Bool
    /// How many components the folder of its file has.
    var depth: Int
  }

  private var rules: [Rule] = []

  /// Creates rules that ignore nothing.
  init() {}

  /// Whether no rule is there.
  var isEmpty: Bool { rules.isEmpty }

  /// Adds the rules of a file, which win over those that are there.
  ///
  /// - Parameters:
  ///   - bytes: The file.
  ///   - depth: How many components its folder's path has, in the paths that are asked for.
  mutating func add(_ bytes: [UInt8], depth: Int) {
    var text = Substring(String(decoding: bytes, as: UTF8.self))
    if text.hasPrefix("\u{FEFF}") { text.removeFirst() }
    for line in text.split(whereSeparator: \.isNewline) {
      guard let (pattern, isNegated) = Self.parse(line) else { continue }
      rules.append(Rule(pattern: pattern, isNegated: isNegated, depth: depth))
    }
  }

  /// Whether a path is ignored by a rule for itself; its folders are asked for on their own.
  ///
  /// - Parameters:
  ///   - components: The path.
  ///   - isFolder: Whether it is a folder.
  /// - Returns: What the last rule that matches says; `false` if none does.
  /// - Complexity: O(*r*) matches for *r* rules.
  func ignores(_ components: ArraySlice<Substring>, isFolder: Bool) -> Bool {
    for rule in rules.reversed() where components.count > rule.depth {
      if rule.pattern.matches(components.dropFirst(rule.depth), isFolder: isFolder) {
        return !rule.isNegated
      }
    }
    return false
  }

  private static func parse(_ line: Substring) -> (PathPattern, isNegated: Bool)? {
    var line = line
    while line.hasSuffix(" "), !line.hasSuffix("\\ ") { line.removeLast() }
    guard !line.isEmpty, !line.hasPrefix("#") else { return nil }
    let isNegated = line.hasPrefix("!")
    if isNegated { line.removeFirst() }
    if line.hasPrefix("\\#") || line.hasPrefix("\\!") { line.removeFirst() }
    guard line.contains(where: { $0 != "/" }) else { return nil }
    return (PathPattern(line: line, String(line)), isNegated)
  }
}
