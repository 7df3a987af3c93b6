import IsoldeTree

/// The packages and Xcode projects around some files.
struct BuildFiles {
  /// The packages by folder relative to the root.
  private(set) var packages: [String: PackageLayout] = [:]
  /// The Xcode projects, the outer ones first.
  private(set) var projects: [XcodeProject] = []
  /// What could not be read.
  private(set) var notices: [InputNotice] = []

  private let root: String
  private let trees: TreeSource

  /// Reads the build files of the folders around files, up to the root.
  ///
  /// - Parameters:
  ///   - files: The files relative to the root.
  ///   - known: Xcode projects that are known already, relative to the root.
  ///   - root: The root, absolute.
  ///   - trees: What parses manifests.
  init(around files: [String], projects known: [String], root: String, trees: TreeSource) {
    self.root = root
    self.trees = trees
    var projectPaths = Set(known)
    for folder in Self.folders(of: files) {
      let entries = (try? FileSystem.list(PathText.join(root, folder))) ?? []
      var manifests: [String] = []
      for entry in entries where entry.isValid {
        if entry.name.hasPrefix("Package"), entry.name.hasSuffix(".swift") {
          manifests.append(entry.name)
        } else if entry.name.hasSuffix(".xcodeproj"), entry.kind == .folder {
          projectPaths.insert(PathText.join(folder, entry.name))
        }
      }
      if !manifests.isEmpty { readPackage(manifests, in: folder) }
    }
    for path in projectPaths.sorted(by: Self.isFurtherOut) {
      do {
        if let project = try XcodeProject.read(path, root: root) { projects.append(project) }
      } catch {
        note(error.path, "\(error.message); settings are assumed")
      }
    }
  }

  /// The package that a file lies in: the nearest one around it.
  func package(around path: String) -> PackageLayout? {
    var folder = PathText.parent(path)
    while true {
      if let package = packages[folder] { return package }
      if folder.isEmpty || folder == "/" { return nil }
      folder = PathText.parent(folder)
    }
  }

  /// The project and target that compile a file; main targets come before others.
  func projectTarget(of path: String) -> (project: Int, target: Int)? {
    var best: (project: Int, target: Int, kind: XcodeProject.Kind)?
    for (index, project) in projects.enumerated() {
      guard let target = project.target(of: path) else { continue }
      let kind = project.targets[target].kind
      if best.map({ kind < $0.kind }) ?? true { best = (index, target, kind) }
    }
    return best.map { ($0.project, $0.target) }
  }

  private mutating func readPackage(_ names: [String], in folder: String) {
    var texts: [String: SourceText] = [:]
    for name in names {
      let path = PathText.join(folder, name)
      do {
        texts[name] = SourceText(
          bytes: try FileSystem.read(PathText.join(root, path), limit: 1 << 20))
      } catch {
        note(path, "\(error.message); settings are assumed")
      }
    }
    let name = ManifestChoice.choose(from: texts.keys.sorted()) {
      texts[$0].flatMap { ToolsVersion.read($0) }
    }
    guard let name, let text = texts[name] else { return }
    guard let manifest = PackageManifest.read(text, trees: trees) else {
      // Models are called `Package` as well.
      guard ToolsVersion.read(text) != nil else { return }
      note(PathText.join(folder, name), "no package is made in it; settings are assumed")
      return
    }
    packages[folder] = PackageLayout(folder: folder, manifestName: name, manifest: manifest) {
      FileSystem.exists(PathText.join(root, $0))
    }
  }

  private mutating func note(_ path: String, _ message: String) {
    notices.append(InputNotice(path: path, message: message))
  }

  /// The folders of files and the folders around them, sorted; absolute paths lie outside the root.
  private static func folders(of files: [String]) -> [String] {
    var folders: Set<String> = [""]
    for file in files where !file.hasPrefix("/") {
      var folder = PathText.parent(file)
      while folders.insert(folder).inserted { folder = PathText.parent(folder) }
    }
    return folders.sorted()
  }

  private static func isFurtherOut(_ left: String, _ right: String) -> Bool {
    let (first, second) = (left.utf8.count { $0 == 47 }, right.utf8.count { $0 == 47 })
    return (first, left) < (second, right)
  }
}
