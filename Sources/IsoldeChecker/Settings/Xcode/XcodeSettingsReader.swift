import IsoldeModel

/// Collects the build settings of targets from all levels.
struct XcodeSettingsReader {
  private let objects: XcodeObjects
  private let paths: [String: String]
  private let root: String
  /// The name of the configuration that is read.
  private let configuration: String
  /// The project's own settings, then its file's.
  private let project: Level

  private struct Level {
    var settings: [[String: String]]
    var isIncomplete: Bool
  }

  init(_ objects: XcodeObjects, _ paths: [String: String], root: String) {
    self.objects = objects
    self.paths = paths
    self.root = root
    let list = objects.text(objects.rootID, "buildConfigurationList") ?? ""
    configuration = objects.text(list, "defaultConfigurationName") ?? "Release"
    project = Self.level(list, configuration, objects, paths, root)
  }

  /// The settings of a target: its own, those of its file, the project's, those of its file.
  func settings(of target: String) -> ModuleSettings {
    let list = objects.text(target, "buildConfigurationList") ?? ""
    let own = Self.level(list, configuration, objects, paths, root)
    let name = objects.text(target, "name") ?? ""
    let given = ["TARGET_NAME": name, "CONFIGURATION": configuration]
    let levels = own.settings + project.settings + [given]
    var module = XcodeBuildSettings(levels: levels).module(name)
    if own.isIncomplete || project.isIncomplete { module.isKnown = false }
    return module
  }

  private static func level(
    _ list: String, _ name: String, _ objects: XcodeObjects, _ paths: [String: String],
    _ root: String
  ) -> Level {
    let all = objects.ids(list, "buildConfigurations")
    let fallback = objects.text(list, "defaultConfigurationName")
    let named = all.first { objects.text($0, "name") == name }
    let id =
      named ?? all.first { objects.text($0, "name") == fallback } ?? all.last ?? ""
    var settings: [String: String] = [:]
    for (key, value) in objects[id]["buildSettings"]?.entries ?? [:] {
      settings[key] =
        value.text ?? value.elements.compactMap(\.text).joined(separator: " ")
    }
    guard let file = configurationFile(of: id, objects, paths) else {
      return Level(settings: [settings], isIncomplete: objects[id].isEmpty)
    }
    let read = XcodeConfigurationFile(file, root: root)
    // The files that CocoaPods writes are rarely checked in and say nothing about concurrency.
    let isGenerated = file.contains("Pods")
    return Level(
      settings: [settings, read.settings], isIncomplete: read.isIncomplete && !isGenerated)
  }

  private static func configurationFile(
    of id: String, _ objects: XcodeObjects, _ paths: [String: String]
  ) -> String? {
    if let reference = objects.text(id, "baseConfigurationReference") {
      return paths[reference] ?? objects.text(reference, "path")
    }
    guard let anchor = objects.text(id, "baseConfigurationReferenceAnchor"),
      let relative = objects.text(id, "baseConfigurationReferenceRelativePath"),
      let folder = paths[anchor]
    else { return nil }
    return PathText.normalized(PathText.join(folder, relative))
  }
}
