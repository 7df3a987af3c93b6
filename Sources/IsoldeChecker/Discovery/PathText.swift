/// Paths as text, with slashes; nothing here looks at the disk.
enum PathText {
  /// The components of a path, with `.` and empty ones dropped and `..` applied.
  ///
  /// - Returns: `nil` if the path climbs above its start.
  static func components(_ path: some StringProtocol) -> [Substring]? {
    var result: [Substring] = []
    for part in Substring(path).split(separator: "/") where part != "." {
      if part == ".." {
        guard result.popLast() != nil else { return nil }
      } else {
        result.append(part)
      }
    }
    return result
  }

  /// A relative path without `.`, `..` and doubled slashes; empty for the start itself.
  ///
  /// - Returns: `nil` if the path climbs above its start.
  static func normalized(_ path: some StringProtocol) -> String? {
    components(path)?.joined(separator: "/")
  }

  /// One path behind another; either may be empty.
  static func join(_ base: String, _ name: String) -> String {
    if base.isEmpty { return name }
    if name.isEmpty { return base }
    return base.hasSuffix("/") ? base + name : base + "/" + name
  }

  /// The path without its last component; `/` stays `/`, and a single name gives the empty path.
  static func parent(_ path: String) -> String {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "" }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// The last component.
  static func name(_ path: String) -> Substring {
    path.utf8.lastIndex(of: UInt8(ascii: "/")).map { path[path.utf8.index(after: $0)...] }
      ?? path[...]
  }

  /// Whether a path is a folder or lies below it; everything lies below the empty path.
  static func isBelow(_ path: String, _ folder: String) -> Bool {
    if folder.isEmpty || folder == "/" { return true }
    return path.utf8.starts(with: folder.utf8)
      && (path.utf8.count == folder.utf8.count
        || path.utf8.dropFirst(folder.utf8.count).first == UInt8(ascii: "/"))
  }

  /// The part of a path behind a folder.
  ///
  /// - Returns: `nil` if the path does not lie below the folder.
  static func relative(_ path: String, to folder: String) -> String? {
    guard isBelow(path, folder) else { return nil }
    let rest = path.utf8.dropFirst(folder == "/" ? 0 : folder.utf8.count)
    return String(Substring(rest.drop { $0 == UInt8(ascii: "/") }))
  }

  /// The longest folder that several absolute paths lie below.
  static func commonFolder(_ paths: [String]) -> String {
    guard var common = paths.first else { return "/" }
    for path in paths.dropFirst() {
      while !isBelow(path, common) { common = parent(common) }
    }
    return common
  }
}
