/// The settings of an `.xcconfig` file and the files it includes.
struct XcodeConfigurationFile: Sendable {
  /// The settings by name; later lines win.
  private(set) var settings: [String: String] = [:]
  /// Whether a file is missing that has to be there.
  private(set) var isIncomplete = false

  private let root: String
  private var visited: Set<String> = []
  private static let maximumDepth = 12

  /// Reads a file.
  ///
  /// - Parameters:
  ///   - path: The file, relative to the root.
  ///   - root: The root, absolute; nothing outside of it is read.
  init(_ path: String, root: String) {
    self.root = root
    read(path, depth: 0, isOptional: false)
  }

  private mutating func read(_ path: String, depth: Int, isOptional: Bool) {
    guard depth < Self.maximumDepth, visited.insert(path).inserted else { return }
    guard let bytes = try? FileSystem.read(PathText.join(root, path), limit: 1 << 20) else {
      if !isOptional { isIncomplete = true }
      return
    }
    for line in String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline) {
      let line = Self.trimmed(Self.withoutComment(line))
      if line.hasPrefix("#include") {
        include(line, from: path, depth: depth)
      } else if let equals = line.firstIndex(of: "=") {
        let name = Self.trimmed(line[..<equals])
        let value = Self.trimmed(line[line.index(after: equals)...])
        guard name.allSatisfy({ $0.isLetter || $0.isNumber || $0 == "_" }) else { continue }
        // A file that adds to what its includes set refers to it as inherited.
        let inherited = settings[String(name)] ?? "$(inherited)"
        let text = String(value.replacing("$(inherited)", with: inherited, maxReplacements: 4))
        settings[String(name)] = text.utf8.count < 1 << 16 ? text : ""
      }
    }
  }

  private mutating func include(_ line: Substring, from path: String, depth: Int) {
    let isOptional = line.hasPrefix("#include?")
    let parts = line.split(separator: "\"", omittingEmptySubsequences: false)
    guard parts.count == 3 else { return }
    let folder = PathText.parent(path)
    guard !parts[1].hasPrefix("/"), !parts[1].hasPrefix("<"),
      let target = PathText.normalized(PathText.join(folder, String(parts[1])))
    else {
      if !isOptional { isIncomplete = true }
      return
    }
    read(target, depth: depth + 1, isOptional: isOptional)
  }

  private static func withoutComment(_ line: Substring) -> Substring {
    line.ranges(of: "//").first.map { line[..<$0.lowerBound] } ?? line
  }

  private static func trimmed(_ text: Substring) -> Substring {
    var text = text.drop { $0.isWhitespace }
    while let last = text.last, last.isWhitespace || last == ";" { text.removeLast() }
    return text
  }
}
