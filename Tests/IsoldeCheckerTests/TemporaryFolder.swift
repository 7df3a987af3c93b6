import Foundation

@testable import IsoldeChecker

/// A folder that is gone when its test ends.
final class TemporaryFolder {
  /// The absolute path without links.
  let path: String

  init(_ files: [String: String] = [:]) throws {
    let url = FileManager.default.temporaryDirectory
      .appendingPathComponent("isolde-tests-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    path = try FileSystem.resolved(url.path)
    for (name, content) in files { try write(name, content) }
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// Writes a file and the folders around it.
  func write(_ name: String, _ content: String = "") throws {
    let file = path + "/" + name
    try FileManager.default.createDirectory(
      atPath: PathText.parent(file), withIntermediateDirectories: true)
    try Data(content.utf8).write(to: URL(fileURLWithPath: file))
  }

  /// Makes a link; `target` may be relative to the link.
  func link(_ name: String, to target: String) throws {
    try FileManager.default.createSymbolicLink(
      atPath: path + "/" + name, withDestinationPath: target)
  }

  /// The paths of the Swift files that are found.
  func find(_ paths: [String] = ["."], _ discovery: Discovery = Discovery()) -> [String] {
    discovery.find(paths, from: path).files.map(\.path)
  }
}
