import IsoldeRules

extension Configuration {
  /// Reads the text of a configuration file.
  ///
  /// - Parameters:
  ///   - text: The content.
  ///   - file: The file's name for messages.
  ///   - knownRules: The ids that may stand in it.
  /// - Returns: What the file says; the defaults for everything else.
  /// - Throws: The first error with its line: a syntax error, an unknown key or rule with the nearest
  ///   known one, or a wrong value with those that are allowed.
  public static func read(
    _ text: String, file: String, knownRules: [String] = RuleCatalog.ids
  ) throws(ConfigurationError) -> Configuration {
    let node: ConfigurationNode
    do {
      node = try ConfigurationParser.parse(text)
    } catch {
      throw ConfigurationError(file: file, line: error.line, message: error.message)
    }
    var configuration = Configuration()
    try ConfigurationReader(values: .init(file: file), knownRules: knownRules)
      .read(node, into: &configuration)
    return configuration
  }
}

/// Gives the keys of a configuration file their meaning.
struct ConfigurationReader {
  let values: ConfigurationValues
  let knownRules: [String]

  /// The keys at the top of a file.
  static let keys = [
    "preset", "rules", "only", "skip", "include", "exclude", "paths", "level", "max-findings",
    "jobs", "baseline", "cache", "tests", "max-file-size",
  ]

  func read(
    _ node: ConfigurationNode, into configuration: inout Configuration
  ) throws(ConfigurationError) {
    for entry in try values.entries(node, "the file") {
      let value = entry.value
      switch entry.key {
      case "preset": configuration.preset = try values.choice(value, entry.key)
      case "rules": configuration.rules = try rules(value)
      case "only": configuration.only = try ids(value, entry.key)
      case "skip": configuration.skip = try ids(value, entry.key)
      case "include": configuration.include = try patterns(value, entry.key)
      case "exclude": configuration.exclude = try patterns(value, entry.key)
      case "paths": configuration.paths = try paths(value)
      case "level": configuration.level = try values.choice(value, entry.key)
      case "max-findings":
        configuration.maximumFindings = try values.number(value, entry.key, 1...1_000_000)
      case "jobs": configuration.jobs = try values.number(value, entry.key, 1...256)
      case "baseline": configuration.baseline = try values.path(value, entry.key)
      case "cache":
        let path = try values.path(value, entry.key)
        configuration.cache = path == "off" ? .off : .folder(path)
      case "tests": configuration.tests = try values.choice(value, entry.key)
      case "max-file-size":
        configuration.maximumFileSize = try values.number(
          value, entry.key, 1...SourceFile.largestSize)
      default: throw values.unknownKey(entry.key, entry.line, Self.keys)
      }
    }
  }

  // MARK: - Rules

  private func rules(
    _ node: ConfigurationNode
  ) throws(ConfigurationError) -> [String: RuleSetting] {
    var rules: [String: RuleSetting] = [:]
    for entry in try values.entries(node, "'rules'") {
      try check(entry.key, entry.line)
      rules[entry.key] = try setting(entry.value, entry.key)
    }
    return rules
  }

  private func setting(
    _ node: ConfigurationNode, _ rule: String
  ) throws(ConfigurationError) -> RuleSetting {
    let settings: [(String, RuleSetting)] =
      [("off", .off)] + Level.allCases.map { ($0.rawValue, .level($0)) } + [("on", .on)]
    return try values.choice(node, rule, among: settings)
  }

  private func ids(
    _ node: ConfigurationNode, _ key: String
  ) throws(ConfigurationError) -> [String] {
    let elements = try values.texts(node, key)
    for (id, line) in elements { try check(id, line) }
    return elements.map(\.text)
  }

  private func check(_ id: String, _ line: Int) throws(ConfigurationError) {
    if let complaint = RuleNames.complaint(about: id, known: knownRules) {
      throw values.error(line, complaint)
    }
  }

  // MARK: - Paths

  private func patterns(
    _ node: ConfigurationNode, _ key: String
  ) throws(ConfigurationError) -> [PathPattern] {
    try values.texts(node, key).map { PathPattern($0.text) }
  }

  private func paths(_ node: ConfigurationNode) throws(ConfigurationError) -> [PathSettings] {
    var paths: [PathSettings] = []
    for element in try values.elements(node, "paths") {
      var pattern: String?
      var settings = PathSettings(pattern: PathPattern(""))
      for entry in try values.entries(element, "an element of 'paths'") {
        switch entry.key {
        case "path": pattern = try values.text(entry.value, entry.key)
        case "rules": settings.rules = try rules(entry.value)
        case "level": settings.level = try values.choice(entry.value, entry.key)
        default: throw values.unknownKey(entry.key, entry.line, ["path", "rules", "level"])
        }
      }
      guard let pattern else {
        throw values.error(element.line, "an element of 'paths' needs a 'path'")
      }
      settings.pattern = PathPattern(pattern)
      paths.append(settings)
    }
    return paths
  }
}
