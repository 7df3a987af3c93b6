import Foundation

/// An open folder in which files are read and replaced without following a symbolic link.
///
/// Every step down goes through the open folder, so that nobody can exchange a folder for a link
/// between a check and a write.
struct FolderHandle: ~Copyable {
  private let descriptor: Int32
  /// The path as it is named in failures.
  let path: String

  /// Opens the folder that everything else is inside of; here links are followed.
  init(root: String) throws(FileFailure) {
    descriptor = open(root, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    path = root
    if descriptor < 0 { throw .system(operation: "open", path: root, code: errno) }
  }

  private init(named name: String, in parent: borrowing FolderHandle) throws(FileFailure) {
    path = parent.path.hasSuffix("/") ? parent.path + name : parent.path + "/" + name
    descriptor = openat(
      parent.descriptor, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    guard descriptor < 0 else { return }
    let code = errno
    // A link gives one or the other, by system.
    if code == ELOOP || code == ENOTDIR { throw .link(path: path) }
    throw .system(operation: "open", path: path, code: code)
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  /// The names of a path that leads to a file inside a folder.
  ///
  /// - Throws: `FileFailure.outside` if the path is absolute, empty, or goes up.
  static func names(of path: String, in root: String) throws(FileFailure) -> [String] {
    let names = path.split(separator: "/").map(String.init).filter { $0 != "." }
    guard !path.hasPrefix("/"), !names.isEmpty, !names.contains(".."), !path.utf8.contains(0) else {
      throw .outside(path: path, root: root)
    }
    return names
  }

  /// Opens a folder inside, step by step.
  func folder(_ names: ArraySlice<String>) throws(FileFailure) -> FolderHandle {
    guard let name = names.first else { return try FolderHandle(named: ".", in: self) }
    let next = try FolderHandle(named: name, in: self)
    return names.count > 1 ? try next.folder(names.dropFirst()) : next
  }

  // MARK: - Files

  /// The content and the permissions of a file.
  func read(_ name: String) throws(FileFailure) -> (bytes: [UInt8], mode: mode_t) {
    let file = openat(descriptor, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    guard file >= 0 else {
      let code = errno
      if code == ELOOP || code == EMLINK { throw .link(path: full(name)) }
      throw .system(operation: "open", path: full(name), code: code)
    }
    defer { close(file) }
    let status = try status(of: file, name)
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = Foundation.read(file, &buffer, buffer.count)
      if count == 0 { return (bytes, status.st_mode & 0o7777) }
      if count > 0 {
        bytes.append(contentsOf: buffer[..<count])
      } else if errno != EINTR {
        throw .system(operation: "read", path: full(name), code: errno)
      }
    }
  }

  /// Replaces a file, or creates it: readers see the old content or the new one, never a part.
  ///
  /// - Parameters:
  ///   - name: The file's name in this folder. A symbolic link of that name is replaced, not
  ///     followed.
  ///   - bytes: The new content.
  ///   - mode: The permissions; `nil` for those that new files get.
  ///   - isDurable: Whether the content must survive a power failure right after the call.
  /// - Throws: `FileFailure.system` if the system refuses; then the file is what it was.
  func replace(
    _ name: String, with bytes: [UInt8], mode: mode_t?, isDurable: Bool = true
  ) throws(FileFailure) {
    let temporary = ".isolde-" + String(UInt64.random(in: .min ... .max), radix: 36)
    let file = openat(
      descriptor, temporary, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC,
      mode == nil ? 0o666 : 0o600)
    guard file >= 0 else { throw .system(operation: "write", path: full(name), code: errno) }
    do throws(FileFailure) {
      defer { close(file) }
      try Descriptor(file).write(bytes, path: full(name))
      if let mode, fchmod(file, mode) != 0 {
        throw .system(operation: "set the mode of", path: full(name), code: errno)
      }
      if isDurable, fsync(file) != 0 {
        throw .system(operation: "write", path: full(name), code: errno)
      }
      if renameat(descriptor, temporary, descriptor, name) != 0 {
        throw .system(operation: "replace", path: full(name), code: errno)
      }
    } catch {
      unlinkat(descriptor, temporary, 0)
      throw error
    }
    if isDurable { fsync(descriptor) }
  }

  /// Removes a file; a file that is not there is no failure.
  func remove(_ name: String) { unlinkat(descriptor, name, 0) }

  /// The names of everything in the folder.
  func names() -> [String] {
    (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
  }

  /// Whether the user may write a file.
  func isWritable(_ name: String) -> Bool { faccessat(descriptor, name, W_OK, 0) == 0 }

  private func status(of file: Int32, _ name: String) throws(FileFailure) -> stat {
    var status = stat()
    guard fstat(file, &status) == 0 else {
      throw .system(operation: "read", path: full(name), code: errno)
    }
    guard status.st_mode & S_IFMT == S_IFREG else { throw .notAFile(path: full(name)) }
    return status
  }

  private func full(_ name: String) -> String {
    path.hasSuffix("/") ? path + name : path + "/" + name
  }
}
