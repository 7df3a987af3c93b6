import Foundation
import IsoldeTree

/// Trees of files that were read before, kept in a folder.
///
/// An entry is found by the content of its file, so a cache can be shared between branches and
/// machines. What stands in it is not trusted: an entry that is not exactly what this build would
/// have written is read as if it were not there.
public final class TreeCache: Sendable {
  private let folder: FolderHandle
  private let build: String
  private static let magic = Array("ISOLDE TREE 1\n".utf8)

  /// Opens a cache, and creates its folder for the owner alone.
  ///
  /// - Parameters:
  ///   - path: The folder.
  ///   - build: What tells this build of the tool from others.
  /// - Throws: `FileFailure` if the folder cannot be created or opened.
  public init(path: String, build: String) throws(FileFailure) {
    try Self.create(path)
    folder = try FolderHandle(root: path)
    self.build = build
  }

  private static func create(_ path: String) throws(FileFailure) {
    var status = stat()
    if lstat(path, &status) == 0 {
      if status.st_mode & S_IFMT == S_IFDIR { return }
      throw .link(path: path)
    }
    let parent = OutputFile.split(path).folder
    if parent != path, parent != "/", parent != "." { try create(parent) }
    guard mkdir(path, 0o700) == 0 || errno == EEXIST else {
      throw .system(operation: "create", path: path, code: errno)
    }
  }

  /// The tree of a text, if an entry for it is there and sound.
  func tree(of text: SourceText, hash: ContentHash) -> Tree? {
    guard let bytes = try? folder.read(hash.text).bytes else { return nil }
    let header = header(hash, payload: nil)
    let start = header.count + 32
    guard bytes.count > start, bytes.starts(with: header) else { return nil }
    let payload = Array(bytes[start...])
    guard Array(bytes[header.count..<start]) == Array(ContentHash(payload).text.utf8) else {
      return nil
    }
    return payload.withUnsafeBytes { Tree(encoded: $0, text: text) }
  }

  /// Keeps a tree.
  ///
  /// - Throws: `FileFailure` if the folder cannot be written; the run goes on without.
  func store(_ tree: Tree, hash: ContentHash) throws(FileFailure) {
    let payload = tree.encoded()
    try folder.replace(
      hash.text, with: header(hash, payload: payload) + payload, mode: 0o600, isDurable: false)
  }

  private func header(_ hash: ContentHash, payload: [UInt8]?) -> [UInt8] {
    var header = Self.magic
    header += Array("\(build)\n\(hash.text)\n".utf8)
    if let payload { header += Array(ContentHash(payload).text.utf8) }
    return header
  }

  /// Removes entries that this run did not use, once there are many more than it needs.
  ///
  /// - Parameter used: The hashes of the files of this run.
  func prune(keeping used: Set<ContentHash>) {
    let names = folder.names()
    guard names.count > used.count * 3 + 512 else { return }
    let kept = Set(used.map(\.text))
    for name in names where !kept.contains(name) && name.utf8.count == 32 { folder.remove(name) }
  }
}

/// What tells one build of the tool from another, for caches.
public enum BuildIdentity {
  /// The version, and the size and time of the running program, so that a rebuilt tool does not
  /// read what an older one wrote.
  public static func current(version: String) -> String {
    var status = stat()
    guard let path = Bundle.main.executablePath, stat(path, &status) == 0 else { return version }
    #if canImport(Darwin)
      let modified = status.st_mtimespec
    #else
      let modified = status.st_mtim
    #endif
    return "\(version) \(status.st_size) \(modified.tv_sec).\(modified.tv_nsec)"
  }
}
