/// Finds the Swift files in what the user named.
///
/// Folders of dependencies, build products and hidden folders are skipped, and so is what
/// `.gitignore` files ignore. A path that the user named itself is always taken.
public struct Discovery: Sendable {
  /// If not empty, only files that one of these patterns covers are taken from folders.
  public var include: [PathPattern] = []
  /// Files that one of these patterns covers are not taken from folders.
  public var exclude: [PathPattern] = []
  /// Larger files are not taken from folders.
  public var maximumFileSize = 4 << 20
  /// Whether `.gitignore` files are respected.
  public var usesIgnoreFiles = true

  /// Folders that are not entered unless the user names them.
  public static let skippedFolders: Set<String> = [
    ".build", ".swiftpm", ".git", "checkouts", "Pods", "Carthage", "DerivedData", "node_modules",
    "SourcePackages",
  ]
  /// The ends of the names of further folders that are not entered.
  public static let skippedFolderEndings = [
    ".xcassets", ".playground", ".xcodeproj", ".xcworkspace", ".xcframework", ".framework",
  ]

  /// What was found.
  public struct Found: Sendable {
    /// The root that paths are relative to, absolute and without links.
    public var root: String
    /// The files, sorted by path.
    public var files: [SourceFile] = []
    /// The Xcode projects that were passed by, relative to the root.
    public var projects: [String] = []
    /// What was left out, worth a line.
    public var notices: [InputNotice] = []
    /// What could not be read.
    public var errors: [InputError] = []
  }

  /// Creates a discovery with the default options.
  public init() {}

  /// Finds the files.
  ///
  /// Links are followed after everything else, once, and only to places below the root, so that a
  /// file is known by its own path and no chain of links leads out or goes on forever. Two paths
  /// to one file give one result.
  ///
  /// - Parameters:
  ///   - paths: Files and folders; the current folder if empty.
  ///   - folder: The folder that relative paths start from; the current folder by default.
  ///   - root: The root; found from the paths by default.
  /// - Returns: The files, and what could not be taken.
  /// - Complexity: O(*n* · *p*) for *n* names in the folders and *p* ignore patterns.
  public func find(
    _ paths: [String], from folder: String? = nil, root: String? = nil
  ) -> Found {
    let start = folder ?? FileSystem.currentFolder
    let given = root ?? ProjectRoot.find(for: paths, from: start)
    let resolvedRoot = (try? FileSystem.resolved(given)) ?? given
    var walk = DirectoryWalk(options: self, root: resolvedRoot)
    for path in paths.isEmpty ? ["."] : paths { walk.take(path, from: start) }
    return walk.finish()
  }
}
