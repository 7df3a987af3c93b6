import IsoldeRules

extension Configuration {
  /// Reads the configuration of a project.
  ///
  /// - Parameters:
  ///   - root: The project's root.
  ///   - path: A file to read instead of `.isolde.yml`; it has to exist.
  ///   - knownRules: The ids that may stand in it.
  /// - Returns: The defaults if the project has no configuration file.
  /// - Throws: An error if the file cannot be read or makes no sense.
  public static func load(
    root: String, path: String? = nil, knownRules: [String] = RuleCatalog.ids
  ) throws(ConfigurationError) -> Configuration {
    let name = path ?? ProjectRoot.configurationName
    let location = path ?? PathText.join(root, ProjectRoot.configurationName)
    if path == nil, (try? FileSystem.status(location, followsLinks: false)) == nil {
      return Configuration()
    }
    let bytes: [UInt8]
    do {
      bytes = try FileSystem.read(location, limit: 1 << 20)
    } catch {
      throw ConfigurationError(file: name, line: 0, message: "cannot be read: \(error.message)")
    }
    return try read(String(decoding: bytes, as: UTF8.self), file: name, knownRules: knownRules)
  }
}
