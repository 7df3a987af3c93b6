/// Finds the folder that paths are relative to.
public enum ProjectRoot {
  /// The name of the configuration file.
  public static let configurationName = ".isolde.yml"

  /// The root of what the user named.
  ///
  /// It is the nearest folder that holds `Package.swift`, `.isolde.yml`, `.git` or an Xcode project,
  /// counted from the folder that all paths lie in. A `.isolde.yml` further up in the same
  /// repository wins, so that one configuration speaks for the packages below it. Without any of
  /// these the root is the common folder itself.
  ///
  /// - Parameters:
  ///   - paths: What the user named; the current folder if empty.
  ///   - folder: The folder that relative paths start from.
  /// - Returns: An absolute path without links.
  public static func find(for paths: [String], from folder: String? = nil) -> String {
    let start = folder ?? FileSystem.currentFolder
    let places = (paths.isEmpty ? ["."] : paths).compactMap { path -> String? in
      let absolute = path.hasPrefix("/") ? path : PathText.join(start, path)
      guard let resolved = try? FileSystem.resolved(absolute),
        let status = try? FileSystem.status(resolved)
      else { return nil }
      return status.kind == .folder ? resolved : PathText.parent(resolved)
    }
    let common = places.isEmpty ? start : PathText.commonFolder(places)
    return find(above: (try? FileSystem.resolved(common)) ?? common)
  }

  private static func find(above common: String) -> String {
    var nearest: String?
    var configured: String?
    for folder in ancestors(of: common) {
      let names = ((try? FileSystem.list(folder)) ?? []).map(\.name)
      let isRepository = names.contains(".git")
      if names.contains(configurationName) {
        guard nearest != nil else { return folder }
        configured = configured ?? folder
      }
      let isMarked =
        isRepository || names.contains("Package.swift")
        || names.contains { $0.hasSuffix(".xcodeproj") }
      if isMarked, nearest == nil { nearest = folder }
      if isRepository { return configured ?? nearest ?? folder }
    }
    return nearest ?? common
  }

  /// A folder and the folders around it, the nearest first.
  static func ancestors(of folder: String) -> some Sequence<String> {
    sequence(first: folder) { folder in
      folder == "/" || folder.isEmpty ? nil : PathText.parent(folder)
    }
  }

  /// The folder with `.git` around a folder, or the folder itself.
  static func repository(around folder: String) -> String? {
    ancestors(of: folder).first { FileSystem.exists(PathText.join($0, ".git")) }
  }
}
