import IsoldeModel

/// Reads the `swiftSettings` of a target.
///
/// Conditions such as `.when(configuration: .debug)` are taken to hold.
enum SwiftSettings {
  /// The settings that a value describes.
  ///
  /// - Parameters:
  ///   - value: The value of `swiftSettings`; `nil` means none.
  ///   - name: The target's name.
  /// - Returns: The settings, known if every element could be read.
  static func read(_ value: ManifestValue, _ name: String) -> ModuleSettings {
    var settings = ModuleSettings(name: name)
    settings.isKnown = true
    if value.isNone { return settings }
    guard let elements = value.elements else {
      settings.isKnown = false
      return settings
    }
    for element in elements { add(element, to: &settings) }
    return settings
  }

  private static func add(_ element: ManifestValue, to settings: inout ModuleSettings) {
    guard case .call(let name, let arguments) = element, let value = arguments.first?.value else {
      // `.strictMemorySafety()` has no argument and says nothing about concurrency.
      if case .call = element { return }
      settings.isKnown = false
      return
    }
    switch name {
    case "swiftLanguageMode", "swiftLanguageVersion":
      settings.languageMode = languageMode(value) ?? settings.languageMode
      if languageMode(value) == nil { settings.isKnown = false }
    case "defaultIsolation":
      switch value {
      case .none: settings.defaultsToMainActor = false
      case .symbol(let type): settings.defaultsToMainActor = type == "MainActor"
      default: settings.isKnown = false
      }
    case "enableUpcomingFeature", "enableExperimentalFeature":
      if let feature = value.text {
        CompilerFlags.enable(feature, in: &settings)
      } else {
        settings.isKnown = false
      }
    case "unsafeFlags":
      let flags = value.elements?.compactMap(\.text) ?? []
      if flags.count != value.elements?.count { settings.isKnown = false }
      CompilerFlags.apply(flags, to: &settings)
    default: break
    }
  }

  /// The mode that `.v6` or `.version("6")` stands for; everything before 6 counts as 5.
  static func languageMode(_ value: ManifestValue) -> Int? {
    switch value {
    case .symbol(let name) where name.hasPrefix("v"):
      return CompilerFlags.languageMode(String(name.dropFirst().prefix { $0.isNumber }))
    case .call("version", let arguments):
      return arguments.first?.value.text.flatMap { CompilerFlags.languageMode($0) }
    default:
      return nil
    }
  }
}
