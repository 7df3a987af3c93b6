import IsoldeTree

/// Chooses between `Package.swift` and its variants such as `Package@swift-6.0.swift`.
enum ManifestChoice {
  /// The name of the manifest that the current tools would read.
  ///
  /// It is the variant for exactly this version if there is one. Otherwise the newest variant that
  /// is not newer than the tools, if it asks for newer tools than `Package.swift` does.
  ///
  /// - Parameters:
  ///   - names: The names in the package's folder.
  ///   - current: The version of the tools as major times 100 plus minor.
  ///   - toolsVersion: Reads the tools version of a manifest.
  /// - Returns: `nil` if there is no manifest.
  static func choose(
    from names: [String], current: Int = BuildCondition.compilerVersion,
    toolsVersion: (String) -> Int?
  ) -> String? {
    let main = names.first { $0 == "Package.swift" }
    let variants = names.compactMap { name -> (name: String, version: Int, isExact: Bool)? in
      guard name.hasPrefix("Package@swift-"), name.hasSuffix(".swift") else { return nil }
      let text = name.dropFirst("Package@swift-".count).dropLast(".swift".count)
      guard let version = ToolsVersion.parse(text) else { return nil }
      let isMajor = !text.contains(".")
      return (name, version, version == current || (isMajor && version / 100 == current / 100))
    }.sorted { $0.version > $1.version }
    if let exact = variants.first(where: \.isExact) { return exact.name }
    guard let newest = variants.first(where: { $0.version <= current }) else { return main }
    guard let main else { return newest.name }
    return (toolsVersion(newest.name) ?? 0) > (toolsVersion(main) ?? 0) ? newest.name : main
  }
}
