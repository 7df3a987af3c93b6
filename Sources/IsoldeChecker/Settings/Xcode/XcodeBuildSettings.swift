import IsoldeModel

/// The build settings of a target with the levels below it.
struct XcodeBuildSettings: Sendable {
  /// The settings of each level, the one that wins first.
  private let levels: [[String: String]]
  private static let maximumDepth = 16
  private static let maximumLength = 1 << 16

  /// Stacks levels: target, its file, project, its file.
  init(levels: [[String: String]]) { self.levels = levels }

  /// The value of a setting with its references filled in.
  func value(_ name: String) -> String? { value(name, below: 0, depth: 0) }

  private func value(_ name: String, below first: Int, depth: Int) -> String? {
    guard depth < Self.maximumDepth,
      let level = levels.indices.dropFirst(first).first(where: { levels[$0][name] != nil }),
      let text = levels[level][name]
    else { return nil }
    return expand(text, name, level, depth)
  }

  /// Fills in `$(NAME)` and `${NAME}`; `inherited` is the level below.
  private func expand(_ text: String, _ name: String, _ level: Int, _ depth: Int) -> String {
    guard text.contains("$") else { return text }
    var result = ""
    var rest = text[...]
    while let dollar = rest.firstIndex(of: "$"), result.utf8.count < Self.maximumLength {
      result += rest[..<dollar]
      rest = rest[dollar...].dropFirst()
      guard let open = rest.first, open == "(" || open == "{",
        let close = rest.firstIndex(of: open == "(" ? ")" : "}")
      else { continue }
      let reference = rest.dropFirst()[..<close].prefix { $0 != ":" }
      rest = rest[close...].dropFirst()
      let value =
        reference == "inherited" || reference == name
        ? self.value(name, below: level + 1, depth: depth + 1)
        : self.value(String(reference), below: 0, depth: depth + 1)
      result += value ?? ""
    }
    return String((result + rest).prefix(Self.maximumLength))
  }

  // MARK: - Meaning

  /// What the settings say about concurrency.
  ///
  /// - Parameter name: The target's name.
  /// - Returns: The module's settings, known if they name a Swift version.
  func module(_ name: String) -> ModuleSettings {
    var module = ModuleSettings(name: name)
    module.languageMode = value("SWIFT_VERSION").flatMap { CompilerFlags.languageMode($0) }
    module.isKnown = module.languageMode != nil
    module.defaultsToMainActor = value("SWIFT_DEFAULT_ACTOR_ISOLATION") == "MainActor"
    if isOn("SWIFT_APPROACHABLE_CONCURRENCY") == true {
      module.upcomingFeatures.formUnion(Self.approachable)
    }
    if value("SWIFT_STRICT_CONCURRENCY") == "complete" {
      module.upcomingFeatures.insert("StrictConcurrency")
    }
    for key in Set(levels.flatMap(\.keys)).sorted() where key.hasPrefix(Self.featurePrefix) {
      let feature = Self.feature(key)
      switch isOn(key) {
      case true?: module.upcomingFeatures.insert(feature)
      case false?: module.upcomingFeatures.remove(feature)
      case nil: break
      }
    }
    let flags = (value("OTHER_SWIFT_FLAGS") ?? "").split { $0.isWhitespace || $0 == "\"" }
    CompilerFlags.apply(flags.map { String($0) }, to: &module)
    return module
  }

  private func isOn(_ name: String) -> Bool? {
    switch value(name)?.uppercased() {
    case "YES"?, "TRUE"?, "1"?: true
    case "NO"?, "FALSE"?, "0"?: false
    default: nil
    }
  }

  private static let featurePrefix = "SWIFT_UPCOMING_FEATURE_"

  private static let approachable = [
    "DisableOutwardActorInference", "GlobalActorIsolatedTypesUsability",
    "InferIsolatedConformances", "InferSendableFromCaptures", "NonisolatedNonsendingByDefault",
  ]

  /// The compiler's name of a feature: most are the setting's in another case.
  private static func feature(_ key: String) -> String {
    switch key.dropFirst(featurePrefix.count) {
    case "DISABLE_OUTWARD_ACTOR_ISOLATION": "DisableOutwardActorInference"
    case "IMPORT_OBJC_FORWARD_DECLS": "ImportObjcForwardDeclarations"
    case let name:
      name.split(separator: "_").map { $0.prefix(1) + $0.dropFirst().lowercased() }.joined()
    }
  }
}
