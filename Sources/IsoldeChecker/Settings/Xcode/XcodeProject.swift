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
  /// - Returns: `nil` if the project has no Swift files.
  /// - Throws: An error if the project cannot be read.
  static func read(_ path: String, root: String) throws(XcodeProjectError) -> XcodeProject? {
    let file = PathText.join(path, "project.pbxproj")
    let bytes: [UInt8]
    do {
      bytes = try FileSystem.read(PathText.join(root, file), limit: 64 << 20)
    } catch {
      throw XcodeProjectError(path: file, message: error.message)
    }
    guard bytes.isEmpty || mentionsSwift(bytes) else { return nil }
    do throws(PropertyListError) {
      guard let objects = XcodeObjects(try PropertyListParser.parse(bytes)) else {
        throw PropertyListError(line: 1, message: "no project in it")
      }
      return XcodeProject(path, objects, root: root)
    } catch {
      throw XcodeProjectError(path: file, message: "line \(error.line): \(error.message)")
    }
  }

  /// Whether a project lists Swift files or takes whole folders, without parsing it.
  private static func mentionsSwift(_ bytes: [UInt8]) -> Bool {
    let words = [Array(".swift".utf8), Array("SynchronizedRootGroup".utf8)]
    return bytes.withUnsafeBufferPointer { buffer in
      buffer.indices.contains { index in
        words.contains { $0[0] == buffer[index] && buffer[index...].starts(with: $0) }
      }
    }
  }

  private init(_ path: String, _ objects: XcodeObjects, root: String) {
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
