import Foundation
import IsoldeChecker

/// The built library that scenarios are linked with.
struct ExplorerLibrary {
  /// The folder of `libIsoldeExplorer.a`.
  let folder: String

  /// The folder of its Swift module, which one build system puts beside it.
  var modules: String { Self.hasModule(folder + "/Modules") ? folder + "/Modules" : folder }
  var archive: String { folder + "/libIsoldeExplorer.a" }

  /// Finds it: where `ISOLDE_HOME` says, beside the program, or in `../lib/isolde`.
  ///
  /// - Throws: `UsageError` that says where it was looked for.
  init(
    environment: [String: String] = ProcessInfo.processInfo.environment,
    executable: String? = Bundle.main.executablePath
  ) throws(UsageError) {
    var folders: [String] = []
    if let home = environment["ISOLDE_HOME"], !home.isEmpty {
      folders = [URL(filePath: home).standardizedFileURL.path]
    } else if let executable {
      let beside = URL(filePath: executable).resolvingSymlinksInPath().deletingLastPathComponent()
      folders = [beside.path, beside.deletingLastPathComponent().path + "/lib/isolde"]
    }
    for folder in folders {
      let library = ExplorerLibrary(folder: folder)
      if library.isThere {
        self = library
        return
      }
    }
    let shown = folders.map { "'\(PlainText.cleaned($0))'" }.joined(separator: " or ")
    throw UsageError(
      "the library that scenarios are linked with is not in \(shown)",
      advice:
        "build it with 'swift build -c release --product IsoldeExplorer', and set ISOLDE_HOME "
        + "to the folder that has libIsoldeExplorer.a and Modules")
  }

  private init(folder: String) { self.folder = folder }

  private var isThere: Bool {
    access(archive, R_OK) == 0 && Self.hasModule(modules)
  }

  private static func hasModule(_ folder: String) -> Bool {
    access(folder + "/IsoldeExplorer.swiftmodule", R_OK) == 0
  }

  /// What tells this build of it from others.
  var identity: String {
    var status = stat()
    guard stat(archive, &status) == 0 else { return archive }
    #if canImport(Darwin)
      let modified = status.st_mtimespec
    #else
      let modified = status.st_mtim
    #endif
    return "\(archive) \(status.st_size) \(modified.tv_sec).\(modified.tv_nsec)"
  }
}
