import IsoldeModel

/// One walk over what the user named.
struct DirectoryWalk {
  let options: Discovery
  private var found: Discovery.Found
  /// Folders that are still to be read.
  private var pending: [Folder] = []
  /// Links that wait until everything else was read.
  private var links: [Link] = []
  private var visitedFolders: Set<FileSystem.Identity> = []
  private var visitedFiles: Set<FileSystem.Identity> = []

  /// A folder that is to be read.
  struct Folder {
    /// Where it is.
    var location: String
    /// Its path relative to the root.
    var path: String
    /// The part of its path that the user named.
    var named: String
    /// The ignore files of the folders around it.
    var rules: IgnoreRules
    /// What the user leaves out; a pattern that covers a named folder itself does not count in it.
    var exclude: [PathPattern]
  }

  private struct Link {
    var location: String
    var path: String
    var folder: Folder
  }

  init(options: Discovery, root: String) {
    self.options = options
    found = Discovery.Found(root: root)
  }

  /// Sorts what was found and hands it out.
  consuming func finish() -> Discovery.Found {
    followLinks()
    found.files.sort { $0.path < $1.path }
    found.projects = Set(found.projects).sorted()
    found.notices = Set(found.notices).sorted { ($0.path, $0.message) < ($1.path, $1.message) }
    found.errors = Set(found.errors).sorted { ($0.path, $0.message) < ($1.path, $1.message) }
    return found
  }

  // MARK: - What the user named

  /// Takes a path that the user named.
  mutating func take(_ path: String, from start: String) {
    let absolute = path.hasPrefix("/") ? path : PathText.join(start, path)
    let status: FileSystem.Status
    let location: String
    do throws(FileSystem.Failure) {
      guard !path.isEmpty else { throw FileSystem.Failure("the path is empty") }
      location = try FileSystem.resolved(absolute)
      status = try FileSystem.status(location)
    } catch {
      fail(path, "cannot be read: \(error.message)", "check the spelling")
      return
    }
    let relative = PathText.relative(location, to: found.root) ?? location
    switch status.kind {
    case .folder:
      pending.append(
        Folder(
          location: location, path: relative, named: relative, rules: outerRules(location),
          exclude: options.exclude.filter { !$0.coversFolder(relative) }))
      readPending()
    case .file where status.size > SourceFile.largestSize:
      fail(path, "file is larger than \(SourceFile.largestSize >> 20) MB", "leave it out")
    case .file:
      add(location, relative, status, named: relative, isNamed: true)
    case .link, .other:
      fail(path, "is neither a file nor a folder", "name a Swift file or a folder")
    }
  }

  /// The rules of the ignore files above a folder; none if they ignore the folder itself.
  private func outerRules(_ location: String) -> IgnoreRules {
    guard options.usesIgnoreFiles else { return IgnoreRules() }
    let top = ProjectRoot.repository(around: location) ?? found.root
    guard let below = PathText.relative(location, to: top) else { return IgnoreRules() }
    var rules = IgnoreRules()
    var folder = top
    let components = location.split(separator: "/")
    let topCount = components.count - below.split(separator: "/").count
    for count in topCount..<components.count {
      addRules(of: folder, to: &rules)
      if rules.ignores(components[...count], isFolder: true) { return IgnoreRules() }
      folder = PathText.join(folder, String(components[count]))
    }
    return rules
  }

  private func addRules(of location: String, to rules: inout IgnoreRules) {
    let file = PathText.join(location, IgnoreRules.fileName)
    guard let bytes = try? FileSystem.read(file, limit: 1 << 20) else { return }
    rules.add(bytes, depth: location.split(separator: "/").count)
  }

  // MARK: - Folders

  private mutating func readPending() {
    while let folder = pending.popLast() { read(folder) }
  }

  private mutating func read(_ folder: Folder) {
    var folder = folder
    let entries: [FileSystem.Entry]
    do throws(FileSystem.Failure) {
      let status = try FileSystem.status(folder.location)
      guard visitedFolders.insert(status.identity).inserted else { return }
      entries = try FileSystem.list(folder.location)
    } catch {
      fail(
        folder.path.isEmpty ? "." : folder.path, "folder cannot be read: \(error.message)",
        "check its permissions, or list it under 'exclude'")
      return
    }
    if options.usesIgnoreFiles {
      // A repository inside another one has rules of its own only.
      if entries.contains(where: { $0.name == ".git" }) { folder.rules = IgnoreRules() }
      if entries.contains(where: { $0.name == IgnoreRules.fileName }) {
        addRules(of: folder.location, to: &folder.rules)
      }
    }
    for entry in entries { read(entry, in: folder) }
  }

  private mutating func read(_ entry: FileSystem.Entry, in folder: Folder) {
    let isSwift = entry.name.hasSuffix(".swift") && !entry.name.hasPrefix("._")
    let path = PathText.join(folder.path, entry.name)
    let location = PathText.join(folder.location, entry.name)
    guard entry.isValid else {
      if isSwift { fail(path, "the file's name is not UTF-8", "rename it") }
      return
    }
    switch entry.kind {
    case .folder:
      if entry.name.hasSuffix(".xcodeproj") { found.projects.append(path) }
      guard enters(entry.name), !ignores(location, in: folder, isFolder: true),
        !folder.exclude.contains(where: { $0.coversFolder(path) })
      else { return }
      var inner = folder
      (inner.location, inner.path) = (location, path)
      pending.append(inner)
    case .file where isSwift:
      guard !ignores(location, in: folder, isFolder: false), takes(path, in: folder),
        let status = try? FileSystem.status(location, followsLinks: false)
      else { return }
      add(location, path, status, named: folder.named, isNamed: false)
    case .link where isSwift || !entry.name.contains("."):
      links.append(Link(location: location, path: path, folder: folder))
    default: break
    }
  }

  private func enters(_ name: String) -> Bool {
    !name.hasPrefix(".") && !Discovery.skippedFolders.contains(name)
      && !Discovery.skippedFolderEndings.contains { name.hasSuffix($0) }
  }

  private func ignores(_ location: String, in folder: Folder, isFolder: Bool) -> Bool {
    guard !folder.rules.isEmpty else { return false }
    return folder.rules.ignores(location.split(separator: "/")[...], isFolder: isFolder)
  }

  private func takes(_ path: String, in folder: Folder) -> Bool {
    (options.include.isEmpty || options.include.contains { $0.covers(path) })
      && !folder.exclude.contains { $0.covers(path) }
  }

  // MARK: - Links

  private mutating func followLinks() {
    while !links.isEmpty {
      let round = links.sorted { $0.path < $1.path }
      links = []
      for link in round { follow(link) }
      readPending()
    }
  }

  private mutating func follow(_ link: Link) {
    guard let target = try? FileSystem.resolved(link.location),
      let status = try? FileSystem.status(target)
    else {
      if link.path.hasSuffix(".swift") { note(link.path, "skipped: the link leads nowhere") }
      return
    }
    guard PathText.isBelow(target, found.root) else {
      if status.kind == .folder || link.path.hasSuffix(".swift") {
        note(link.path, "skipped: the link leads out of the project")
      }
      return
    }
    let isFolder = status.kind == .folder
    guard !ignores(link.location, in: link.folder, isFolder: isFolder) else { return }
    if isFolder {
      let name = String(PathText.name(link.path))
      guard enters(name), enters(String(PathText.name(target))),
        !link.folder.exclude.contains(where: { $0.coversFolder(link.path) })
      else { return }
      var folder = link.folder
      (folder.location, folder.path) = (link.location, link.path)
      pending.append(folder)
    } else if status.kind == .file, link.path.hasSuffix(".swift"), takes(link.path, in: link.folder)
    {
      add(link.location, link.path, status, named: link.folder.named, isNamed: false)
    }
  }

  // MARK: - Results

  private mutating func add(
    _ location: String, _ path: String, _ status: FileSystem.Status, named: String, isNamed: Bool
  ) {
    if !isNamed, status.size > options.maximumFileSize {
      note(path, "skipped: \(status.size) bytes, more than \(options.maximumFileSize)")
      return
    }
    guard visitedFiles.insert(status.identity).inserted else {
      if isNamed, let index = found.files.firstIndex(where: { $0.path == path }) {
        found.files[index].isNamed = true
      }
      return
    }
    found.files.append(
      SourceFile(
        path: path, location: location, role: FileRole.role(ofPath: path, named: named),
        size: status.size, isNamed: isNamed))
  }

  private mutating func note(_ path: String, _ message: String) {
    found.notices.append(InputNotice(path: path, message: message))
  }

  private mutating func fail(_ path: String, _ message: String, _ advice: String) {
    found.errors.append(InputError(path: path, message: message, advice: advice))
  }
}
