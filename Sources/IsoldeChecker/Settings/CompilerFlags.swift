import IsoldeModel

/// What command-line flags say about a module.
enum CompilerFlags {
  /// Applies the flags that concern concurrency; others are passed over.
  ///
  /// - Parameters:
  ///   - flags: The arguments of the compiler, one by one.
  ///   - settings: What is changed.
  static func apply(_ flags: [String], to settings: inout ModuleSettings) {
    let words = flags.filter { $0 != "-Xfrontend" }
    for (index, word) in words.enumerated() {
      let next = index + 1 < words.count ? words[index + 1] : ""
      switch word {
      case "-default-isolation": settings.defaultsToMainActor = next == "MainActor"
      case "-default-isolation=MainActor": settings.defaultsToMainActor = true
      case "-enable-upcoming-feature", "-enable-experimental-feature":
        enable(next, in: &settings)
      case "-disable-upcoming-feature": settings.upcomingFeatures.remove(next)
      case "-swift-version", "-language-mode":
        settings.languageMode = languageMode(next) ?? settings.languageMode
      case "-strict-concurrency=complete": enable("StrictConcurrency", in: &settings)
      default: break
      }
    }
  }

  /// Enables a feature by name.
  ///
  /// `Name:migrate` only warns, so it enables nothing. Of features with a value only complete strict
  /// concurrency counts.
  static func enable(_ feature: String, in settings: inout ModuleSettings) {
    if feature == "StrictConcurrency=complete" {
      settings.upcomingFeatures.insert("StrictConcurrency")
    } else if !feature.isEmpty, !feature.contains(where: { ":=".contains($0) }) {
      settings.upcomingFeatures.insert(feature)
    }
  }

  /// The mode of a version such as `6`, `5.0` or `4.2`; everything before 6 counts as 5.
  static func languageMode(_ version: some StringProtocol) -> Int? {
    let major = version.prefix { $0.isNumber }
    guard let number = Int(major) else { return nil }
    return number >= 6 ? 6 : 5
  }
}
