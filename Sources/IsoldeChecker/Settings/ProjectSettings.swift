import IsoldeModel

/// How the modules of a project are compiled, and which file belongs to which.
///
/// Nothing is run: manifests and project files are read as text. What they do not tell is assumed,
/// and the module's `isKnown` says so.
public struct ProjectSettings: Sendable {
  /// The modules that have files, in the order of their first file.
  public private(set) var modules: [ModuleSettings] = []
  /// The index of each file's module, in the order of the files.
  public private(set) var moduleOfFile: [Int] = []
  /// The names of modules with sources of which no build file tells the settings; a manifest is none.
  public private(set) var assumedModules: [String] = []
  /// Build files that could not be read.
  public private(set) var notices: [InputNotice] = []
  /// Where settings come from, in one line without a full stop.
  public private(set) var summary = ""

  private var indices: [Key: Int] = [:]

  /// A module before it has an index.
  private enum Key: Hashable {
    case packageTarget(String, Int)
    case projectTarget(Int, Int)
    case package(String)
    case none
  }

  /// Reads the settings for files that were found.
  ///
  /// A file belongs to the target of the package around it; else to the target of an Xcode project
  /// that compiles it, application and framework first; else to a module that is named after the
  /// package, or has no name. Manifests are parsed on the calling thread, which needs the stack that
  /// `FrontEnd.read` asks for.
  ///
  /// - Parameter found: The files.
  /// - Complexity: O(*n*) in the size of the build files, plus O(*f* · *t*) for files and targets.
  public init(reading found: Discovery.Found) {
    self.init(reading: found, trees: TreeSource())
  }

  init(reading found: Discovery.Found, trees: TreeSource) {
    let files = BuildFiles(
      around: found.files.map(\.path), projects: found.projects, root: found.root, trees: trees)
    notices = files.notices
    var hasSources: Set<Int> = []
    for file in found.files {
      let index = add(key(of: file.path, files), files)
      moduleOfFile.append(index)
      let name = PathText.name(file.path)
      let isManifest = name == "Package.swift" || name.hasPrefix("Package@swift-")
      if !isManifest { hasSources.insert(index) }
    }
    let assumed = modules.indices.filter { !modules[$0].isKnown && hasSources.contains($0) }
    assumedModules = assumed.map { modules[$0].name }.filter { !$0.isEmpty }
    summary = SettingsSummary.line(
      read: modules.count { $0.isKnown }, assumed: assumed.count,
      from: sources(files))
  }

  /// The settings of a file's module.
  public func settings(ofFile index: Int) -> ModuleSettings { modules[moduleOfFile[index]] }

  private func key(of path: String, _ files: BuildFiles) -> Key {
    guard !path.hasPrefix("/") else { return .none }
    let package = files.package(around: path)
    let target = package?.target(of: path)
    if let package, let target, !target.isWholePackage {
      return .packageTarget(package.folder, target.index)
    }
    if let (project, target) = files.projectTarget(of: path) {
      return .projectTarget(project, target)
    }
    guard let package else { return .none }
    return target.map { .packageTarget(package.folder, $0.index) } ?? .package(package.folder)
  }

  private mutating func add(_ key: Key, _ files: BuildFiles) -> Int {
    if let index = indices[key] { return index }
    var settings = ModuleSettings(name: "")
    switch key {
    case .packageTarget(let folder, let target):
      settings = files.packages[folder]?.manifest.targets[target].settings ?? settings
    case .projectTarget(let project, let target):
      settings = files.projects[project].targets[target].settings
    case .package(let folder):
      let manifest = files.packages[folder]?.manifest
      settings.name = manifest?.name ?? ""
      if settings.name.isEmpty { settings.name = String(PathText.name(folder)) }
      settings.toolsVersion = manifest?.toolsVersion
      settings.languageMode = manifest?.languageMode
    case .none: break
    }
    modules.append(settings)
    indices[key] = modules.count - 1
    return modules.count - 1
  }

  /// The build files that known modules come from.
  private func sources(_ files: BuildFiles) -> [String] {
    var sources: Set<String> = []
    for (key, index) in indices where modules[index].isKnown {
      switch key {
      case .packageTarget(let folder, _):
        let name = files.packages[folder]?.manifestName ?? ""
        sources.insert(PathText.join(folder, name))
      case .projectTarget(let project, _):
        sources.insert(files.projects[project].path)
      case .package, .none: break
      }
    }
    return sources.sorted()
  }
}

/// Words for where settings come from.
enum SettingsSummary {
  /// The line, such as `3 targets read from Package.swift; 1 assumed`.
  static func line(read: Int, assumed: Int, from sources: [String]) -> String {
    let packages = sources.filter { $0.hasSuffix(".swift") }
    let projects = sources.filter { !$0.hasSuffix(".swift") }
    let places =
      (packages.count > 1 ? ["\(packages.count) packages"] : packages)
      + (projects.count > 1 ? ["\(projects.count) Xcode projects"] : projects)
    let assumedPart = "\(assumed) assumed"
    guard read > 0 else { return "no target settings found; \(assumedPart)" }
    let readPart =
      "\(read) \(read == 1 ? "target" : "targets") read from "
      + places.joined(separator: " and ")
    return assumed == 0 ? readPart : "\(readPart); \(assumedPart)"
  }
}
