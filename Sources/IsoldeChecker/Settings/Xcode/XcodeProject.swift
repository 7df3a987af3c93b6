import IsoldeModel

/// What an Xcode project says about its targets.
struct XcodeProject: Sendable {
  /// The project's path relative to the root, such as `App/App.xcodeproj`.
  let path: String
  /// The targets that compile code, in the project's order.
  let targets: [Target]
  private let layout: XcodeLayout

  /// One target.
  struct Target: Sendable {
    /// What it builds.
    var kind: Kind
    /// How it is compiled.
    var settings: ModuleSettings
  }

  /// What a target builds; of several targets that compile a file the first kind counts.
  enum Kind: Int, Comparable, Sendable {
    case main, other, test

    init(productType: String) {
      let type = productType.split(separator: ".").last ?? ""
      switch type {
      case "unit-test", "ui-testing": self = .test
      case "application", "framework": self = .main
      default: self = productType.contains(".application.") ? .main : .other
      }
    }

    static func < (left: Kind, right: Kind) -> Bool { left.rawValue < right.rawValue }
  }

  /// Reads a project.
  ///
  /// - Parameters:
  ///   - path: The `.xcodeproj` folder, relative to the root.
  ///   - root: The root, absolute.
  /// - Throws: A notice if the project cannot be read.
  init(_ path: String, root: String) throws(XcodeProjectError) {
    let file = PathText.join(path, "project.pbxproj")
    let list: PropertyList
    do {
      list = try PropertyListParser.parse(
        try FileSystem.read(PathText.join(root, file), limit: 64 << 20))
    } catch let error as PropertyListError {
      throw XcodeProjectError(path: file, message: "line \(error.line): \(error.message)")
    } catch {
      let message = (error as? FileSystem.Failure)?.message ?? "cannot be read"
      throw XcodeProjectError(path: file, message: message)
    }
    guard let objects = XcodeObjects(list) else {
      throw XcodeProjectError(path: file, message: "no project in it")
    }
    let ids = objects.ids(objects.rootID, "targets")
      .filter { objects.kind($0) == "PBXNativeTarget" }
    self.path = path
    layout = XcodeLayout(objects, targets: ids, folder: PathText.parent(path), root: root)
    let reader = XcodeSettingsReader(objects, layout.paths, root: root)
    targets = ids.map { id in
      let kind = Kind(productType: objects.text(id, "productType") ?? "")
      var settings = reader.settings(of: id)
      settings.isTest = kind == .test
      return Target(kind: kind, settings: settings)
    }
  }

  /// The target that a file counts to: the first application or framework that compiles it, else
  /// the first target that is no test.
  func target(of path: String) -> Int? {
    layout.targets(of: path).min { (targets[$0].kind, $0) < (targets[$1].kind, $1) }
  }
}

/// Why a project cannot be read.
struct XcodeProjectError: Error, Equatable {
  /// The file relative to the root.
  var path: String
  /// What is wrong: lower case, no full stop.
  var message: String
}
