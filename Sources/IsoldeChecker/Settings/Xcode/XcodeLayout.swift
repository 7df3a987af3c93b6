/// Where the files of an Xcode project are, and which targets compile them.
struct XcodeLayout: Sendable {
  /// A folder whose files a target compiles.
  struct Folder: Sendable {
    /// The path relative to the root; it can also be a single file.
    var path: String
    /// The index of the target.
    var target: Int
    /// The files and folders in it that the target does not compile, relative to the root.
    var except: [String]
  }

  /// The targets that list a file, by the file's path relative to the root.
  private(set) var files: [String: [Int]] = [:]
  /// The folders that targets compile as a whole.
  private(set) var folders: [Folder] = []

  private let objects: XcodeObjects
  /// The paths of files and groups by id, relative to the root.
  private(set) var paths: [String: String] = [:]
  private let root: String

  /// Works out the layout.
  ///
  /// - Parameters:
  ///   - objects: The project.
  ///   - targets: The ids of the targets.
  ///   - folder: The project's folder relative to the root.
  ///   - root: The root, absolute.
  init(_ objects: XcodeObjects, targets: [String], folder: String, root: String) {
    self.objects = objects
    self.root = root
    let source = objects.text(objects.rootID, "projectDirPath") ?? ""
    let start = PathText.normalized(PathText.join(folder, source)) ?? folder
    if let group = objects.text(objects.rootID, "mainGroup") { place(group, in: start, start) }
    for (index, target) in targets.enumerated() { add(target, index) }
    addExceptions(targets)
  }

  /// The targets that compile a file, those that list it before those that have its folder.
  func targets(of path: String) -> [Int] {
    let listed = files[path] ?? []
    let inFolder = folders.filter { folder in
      PathText.isBelow(path, folder.path)
        && !folder.except.contains { PathText.isBelow(path, $0) }
    }
    return listed + inFolder.map(\.target)
  }

  // MARK: - Paths

  /// Walks the groups from the top; each is visited once, whatever refers to it.
  private mutating func place(_ top: String, in folder: String, _ source: String) {
    var pending = [(id: top, folder: folder)]
    while let (id, outer) = pending.popLast() {
      guard paths[id] == nil, let own = path(of: id, in: outer, source) else { continue }
      paths[id] = own
      pending += objects.ids(id, "children").map { ($0, own) }
    }
  }

  private func path(of id: String, in outer: String, _ source: String) -> String? {
    let path = objects.text(id, "path") ?? ""
    switch objects.text(id, "sourceTree") {
    case "<group>"?, nil: return PathText.normalized(PathText.join(outer, path))
    case "SOURCE_ROOT"?: return PathText.normalized(PathText.join(source, path))
    case "<absolute>"?: return PathText.relative(path, to: root)
    default: return nil
    }
  }

  // MARK: - Membership

  private mutating func add(_ target: String, _ index: Int) {
    for phase in objects.ids(target, "buildPhases")
    where objects.kind(phase) == "PBXSourcesBuildPhase" {
      for file in objects.ids(phase, "files") {
        guard let reference = objects.text(file, "fileRef"), let path = paths[reference] else {
          continue
        }
        files[path, default: []].append(index)
      }
    }
    for group in objects.ids(target, "fileSystemSynchronizedGroups") {
      guard let path = paths[group] else { continue }
      var except: [String] = []
      for set in objects.ids(group, "exceptions") where objects.text(set, "target") == target {
        except += exceptions(set, in: path)
      }
      folders.append(Folder(path: path, target: index, except: except))
    }
  }

  /// An exception of a target that does not have the group means that it compiles the file.
  private mutating func addExceptions(_ targets: [String]) {
    var owners: [String: Int] = [:]
    for (index, target) in targets.enumerated() {
      owners[target] = index
      for phase in objects.ids(target, "buildPhases")
      where objects.kind(phase) == "PBXSourcesBuildPhase" {
        owners[phase] = index
      }
    }
    for (group, path) in paths where objects.kind(group) == "PBXFileSystemSynchronizedRootGroup" {
      for set in objects.ids(group, "exceptions") {
        let owner = objects.text(set, "target") ?? objects.text(set, "buildPhase") ?? ""
        guard let index = owners[owner],
          !objects.ids(targets[index], "fileSystemSynchronizedGroups").contains(group)
        else { continue }
        folders += exceptions(set, in: path).map { Folder(path: $0, target: index, except: []) }
      }
    }
    folders.sort { ($0.target, $0.path) < ($1.target, $1.path) }
  }

  private func exceptions(_ set: String, in path: String) -> [String] {
    objects.ids(set, "membershipExceptions").compactMap {
      PathText.normalized(PathText.join(path, $0))
    }
  }
}
