/// Checks values of a configuration file and says what is allowed.
struct ConfigurationValues {
  /// The file's name for messages.
  let file: String

  func error(_ line: Int, _ message: String) -> ConfigurationError {
    ConfigurationError(file: file, line: line, message: message)
  }

  /// A key that has no meaning, with the nearest one that has.
  func unknownKey(_ name: String, _ line: Int, _ known: [String]) -> ConfigurationError {
    let nearest = NearestName.find(name, in: known)
    let hint =
      nearest.map { "did you mean '\($0)'?" } ?? "known are \(known.joined(separator: ", "))"
    return error(line, "unknown key '\(name)'; \(hint)")
  }

  private func wrong(
    _ node: ConfigurationNode, _ key: String, _ expected: String
  ) -> ConfigurationError {
    error(node.line, "'\(key)' is \(node.kind); allowed: \(expected)")
  }

  // MARK: - Kinds of values

  /// The entries of a map; none if nothing is there.
  func entries(
    _ node: ConfigurationNode, _ place: String
  ) throws(ConfigurationError) -> [ConfigurationNode.Entry] {
    switch node.value {
    case .map(let entries): return entries
    case .nothing: return []
    default: throw error(node.line, "\(place) is \(node.kind); expected 'key: value' lines")
    }
  }

  /// The elements of a list; none if nothing is there.
  func elements(
    _ node: ConfigurationNode, _ key: String
  ) throws(ConfigurationError) -> [ConfigurationNode] {
    switch node.value {
    case .list(let elements): return elements
    case .nothing: return []
    default: throw wrong(node, key, "a list, such as [a, b]")
    }
  }

  /// A list of texts with their lines.
  func texts(
    _ node: ConfigurationNode, _ key: String
  ) throws(ConfigurationError) -> [(text: String, line: Int)] {
    var texts: [(text: String, line: Int)] = []
    for element in try elements(node, key) {
      guard case .scalar(let text) = element.value, !text.isEmpty else {
        throw error(element.line, "an element of '\(key)' is \(element.kind); expected a text")
      }
      texts.append((text, element.line))
    }
    return texts
  }

  /// A text that is not empty.
  func text(_ node: ConfigurationNode, _ key: String) throws(ConfigurationError) -> String {
    guard case .scalar(let text) = node.value, !text.isEmpty else {
      throw wrong(node, key, "a text")
    }
    return text
  }

  /// A path below the root.
  func path(_ node: ConfigurationNode, _ key: String) throws(ConfigurationError) -> String {
    guard case .scalar(let text) = node.value, !text.isEmpty, !text.hasPrefix("/"),
      let path = PathText.normalized(text), !path.isEmpty
    else { throw wrong(node, key, "a path below the project's root") }
    return path
  }

  /// A whole number in a range.
  func number(
    _ node: ConfigurationNode, _ key: String, _ range: ClosedRange<Int>
  ) throws(ConfigurationError) -> Int {
    guard case .scalar(let text) = node.value, let number = Int(text), range.contains(number)
    else { throw wrong(node, key, "a number from \(range.lowerBound) to \(range.upperBound)") }
    return number
  }

  /// One of the cases of a type.
  func choice<Choice>(
    _ node: ConfigurationNode, _ key: String
  ) throws(ConfigurationError) -> Choice
  where Choice: CaseIterable & RawRepresentable, Choice.RawValue == String {
    try choice(node, key, among: Choice.allCases.map { ($0.rawValue, $0) })
  }

  /// One of some named values.
  func choice<Choice>(
    _ node: ConfigurationNode, _ key: String, among choices: [(name: String, value: Choice)]
  ) throws(ConfigurationError) -> Choice {
    if case .scalar(let text) = node.value, let choice = choices.first(where: { $0.name == text }) {
      return choice.value
    }
    throw wrong(node, key, choices.map(\.name).joined(separator: ", "))
  }
}
