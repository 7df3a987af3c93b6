/// Which files belong to which targets of a package, by SwiftPM's rules.
struct PackageLayout: Sendable {
  /// The package's folder relative to the root; empty for the root itself.
  let folder: String
  /// The name of the manifest file.
  let manifestName: String
  /// What the manifest says.
  let manifest: PackageManifest

  private let places: [Place]

  private struct Place: Sendable {
    /// The folder relative to the root.
    var path: String
    var target: Int
    var sources: [String]?
    var exclude: [String]
  }

  /// Works out where the targets are.
  ///
  /// - Parameters:
  ///   - folder: The package's folder relative to the root.
  ///   - manifestName: The name of the manifest file.
  ///   - manifest: What the manifest says.
  ///   - exists: Whether a folder relative to the root exists.
  init(
    folder: String, manifestName: String, manifest: PackageManifest, exists: (String) -> Bool
  ) {
    self.folder = folder
    self.manifestName = manifestName
    self.manifest = manifest
    places = manifest.targets.indices.compactMap { index in
      let target = manifest.targets[index]
      guard let path = Self.path(of: target, in: folder, manifest, exists) else { return nil }
      let below = { (name: String) in PathText.normalized(PathText.join(path, name)) }
      return Place(
        path: path, target: index, sources: target.sources?.compactMap(below),
        exclude: target.exclude.compactMap(below))
    }
  }

  /// The target of a file, and whether it has the file only because it has the whole package.
  func target(of path: String) -> (index: Int, isWholePackage: Bool)? {
    var best: Place?
    for place in places where PathText.isBelow(path, place.path) {
      let isListed = place.sources?.contains { PathText.isBelow(path, $0) } ?? true
      let isExcluded = place.exclude.contains { PathText.isBelow(path, $0) }
      guard isListed, !isExcluded, place.path.utf8.count >= best?.path.utf8.count ?? 0 else {
        continue
      }
      best = place
    }
    return best.map { ($0.target, $0.path == folder && $0.sources == nil) }
  }

  private static func path(
    of target: PackageManifest.Target, in folder: String, _ manifest: PackageManifest,
    _ exists: (String) -> Bool
  ) -> String? {
    if let path = target.path { return PathText.normalized(PathText.join(folder, path)) }
    let usual: [String]
    switch target.maker {
    case "testTarget": usual = ["Tests", "Sources", "Source", "src", "srcs"]
    case "plugin": usual = ["Plugins"]
    default: usual = ["Sources", "Source", "src", "srcs"]
    }
    let places = usual.map { PathText.join(folder, $0) }
    if let own = places.map({ PathText.join($0, target.settings.name) }).first(where: exists) {
      return own
    }
    // The only target of its kind can have its files right in `Sources`.
    let isOnlyOne = manifest.targets.count { $0.maker == target.maker } == 1
    return isOnlyOne ? places.first(where: exists) : nil
  }
}
