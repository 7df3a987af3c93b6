@testable import IsoldeChecker

extension TemporaryFolder {
  /// Creates a folder with some files.
  convenience init(_ files: [String: String]) throws {
    try self.init()
    for (name, content) in files { try write(content, to: name) }
  }

  /// The paths of the Swift files that are found.
  func find(_ paths: [String] = ["."], _ discovery: Discovery = Discovery()) -> [String] {
    discovery.find(paths, from: path).files.map(\.path)
  }
}
