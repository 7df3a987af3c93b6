import Foundation

/// The file that `--output` names.
public enum OutputFile {
  /// Writes a text to a file, which appears with all of it or not at all.
  ///
  /// Devices and pipes are written to directly. A symbolic link is replaced by the file, not
  /// followed.
  ///
  /// - Parameters:
  ///   - text: The content.
  ///   - path: The file; a relative path starts in the working folder.
  /// - Throws: `FileFailure` if the folder does not exist or the file cannot be written.
  public static func write(_ text: String, to path: String) throws(FileFailure) {
    if isStream(path) { return try writeThrough(text, path) }
    let (folder, name) = split(path)
    guard !name.isEmpty, name != ".", name != ".." else { throw .notAFile(path: path) }
    var status = stat()
    var mode: mode_t?
    if lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG {
      mode = status.st_mode & 0o7777
    }
    try FolderHandle(root: folder).replace(name, with: Array(text.utf8), mode: mode)
  }

  /// Whether a path is a device, a pipe or a socket, or one of the names for open files.
  private static func isStream(_ path: String) -> Bool {
    if path.hasPrefix("/dev/") || path.hasPrefix("/proc/") { return true }
    var status = stat()
    guard lstat(path, &status) == 0 else { return false }
    return ![S_IFREG, S_IFDIR, S_IFLNK].contains(status.st_mode & S_IFMT)
  }

  private static func writeThrough(_ text: String, _ path: String) throws(FileFailure) {
    let file = open(path, O_WRONLY | O_CLOEXEC)
    guard file >= 0 else { throw .system(operation: "open", path: path, code: errno) }
    defer { close(file) }
    try Descriptor(file).write(Array(text.utf8), path: path)
  }

  /// The folder of a path and the name in it.
  static func split(_ path: String) -> (folder: String, name: String) {
    guard let slash = path.lastIndex(of: "/") else { return (".", path) }
    let folder = path[..<slash]
    return (folder.isEmpty ? "/" : String(folder), String(path[path.index(after: slash)...]))
  }
}
