import IsoldeModel
import IsoldeTree

/// What a `Package.swift` says about its targets.
struct PackageManifest: Sendable {
  /// The package's name; empty if it cannot be told.
  var name: String
  /// The tools version as major times 100 plus minor.
  var toolsVersion: Int?
  /// The targets with Swift files, in order.
  var targets: [Target] = []
  /// The language mode of targets that name none.
  var languageMode: Int?
  /// Whether all targets could be told.
  var isComplete: Bool

  /// One target.
  struct Target: Sendable {
    /// The function that makes it, such as `testTarget`.
    var maker: String
    /// Its folder relative to the package, if it names one.
    var path: String?
    /// The files and folders in it that are compiled; all if `nil`.
    var sources: [String]?
    /// The files and folders in it that are not.
    var exclude: [String]
    /// How it is compiled.
    var settings: ModuleSettings
  }

  /// Reads a manifest without running it.
  ///
  /// - Parameters:
  ///   - text: The manifest.
  ///   - trees: What parses it.
  /// - Returns: `nil` if no package is made in it.
  static func read(_ text: SourceText, trees: TreeSource = TreeSource()) -> PackageManifest? {
    let interpreter = ManifestInterpreter(trees.tree(of: text, .complete).tree)
    guard let package = interpreter.package else { return nil }
    let listed = package["targets"].isNone ? .list([]) : package["targets"]
    let elements = listed.elements ?? [.unknown]
    var manifest = PackageManifest(
      name: package["name"].text ?? "", toolsVersion: ToolsVersion.read(text),
      isComplete: !elements.contains { $0.isUnknown } && !interpreter.isUncertain)
    let modes =
      package["swiftLanguageModes"].isNone
      ? package["swiftLanguageVersions"] : package["swiftLanguageModes"]
    let isModeKnown = manifest.readLanguageMode(modes)
    for case .object(let id) in elements {
      manifest.add(
        interpreter.objects[id], isCertain: isModeKnown && !interpreter.isUncertain)
    }
    return manifest
  }

  /// Takes the highest mode that is listed, or the one that the tools version implies.
  private mutating func readLanguageMode(_ modes: ManifestValue) -> Bool {
    languageMode = toolsVersion.map { $0 >= 600 ? 6 : 5 }
    guard !modes.isNone else { return toolsVersion != nil }
    guard let elements = modes.elements else { return false }
    let listed = elements.compactMap { SwiftSettings.languageMode($0) }
    languageMode = listed.max() ?? languageMode
    return listed.count == elements.count
  }

  private mutating func add(_ object: ManifestObject, isCertain: Bool) {
    guard object.maker != "binaryTarget", object.maker != "systemLibrary",
      let name = object["name"].text
    else { return }
    var settings = SwiftSettings.read(object["swiftSettings"], name)
    settings.isKnown = settings.isKnown && isCertain
    settings.toolsVersion = toolsVersion
    settings.languageMode = settings.languageMode ?? languageMode
    settings.isTest = object.maker == "testTarget"
    targets.append(
      Target(
        maker: object.maker, path: object["path"].text,
        sources: object["sources"].elements?.compactMap(\.text),
        exclude: object["exclude"].elements?.compactMap(\.text) ?? [], settings: settings))
  }
}
