#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// What is asked of the file system; nothing here writes.
enum FileSystem {
  /// What a name stands for.
  enum Kind: Sendable { case file, folder, link, other }

  /// One name in a folder.
  struct Entry: Sendable {
    /// The name, with what is not UTF-8 replaced.
    var name: String
    /// Whether the name is UTF-8, so that it can be opened.
    var isValid: Bool
    /// What the name itself stands for.
    var kind: Kind
  }

  /// What is known about a path.
  struct Status: Sendable {
    var kind: Kind
    var size: Int
    /// Tells whether two paths lead to the same place.
    var identity: Identity
  }

  /// The same for all paths that lead to one file or folder.
  struct Identity: Hashable, Sendable {
    var device: UInt64
    var inode: UInt64
  }

  /// A call that failed.
  struct Failure: Error, Equatable {
    var code: Int32
    /// The system's own words.
    var message: String

    init(_ code: Int32) {
      self.code = code
      message = String(cString: strerror(code))
    }

    init(_ message: String) {
      code = 0
      self.message = message
    }
  }

  /// The status of a path.
  ///
  /// - Parameters:
  ///   - path: The path.
  ///   - followsLinks: Whether the end of a link is asked for rather than the link.
  /// - Returns: What is there.
  /// - Throws: The system's error if nothing is there or it cannot be reached.
  static func status(_ path: String, followsLinks: Bool = true) throws(Failure) -> Status {
    var info = stat()
    guard !path.utf8.contains(0) else { throw Failure("the name contains a zero byte") }
    guard (followsLinks ? stat(path, &info) : lstat(path, &info)) == 0 else {
      throw Failure(errno)
    }
    return Status(info)
  }

  /// The names in a folder, sorted.
  static func list(_ path: String) throws(Failure) -> [Entry] {
    guard let folder = opendir(path) else { throw Failure(errno) }
    defer { closedir(folder) }
    var entries: [Entry] = []
    while let record = readdir(folder) {
      guard let offset = MemoryLayout<dirent>.offset(of: \.d_name) else { break }
      let bytes = UnsafeRawPointer(record).advanced(by: offset).assumingMemoryBound(to: CChar.self)
      let valid = String(validatingCString: bytes)
      let name = valid ?? String(cString: bytes)
      guard name != ".", name != ".." else { continue }
      entries.append(Entry(name: name, isValid: valid != nil, kind: kind(record, name, in: path)))
    }
    return entries.sorted { $0.name < $1.name }
  }

  private static func kind(
    _ record: UnsafeMutablePointer<dirent>, _ name: String, in path: String
  ) -> Kind {
    switch Int(record.pointee.d_type) {
    case Int(DT_REG): return .file
    case Int(DT_DIR): return .folder
    case Int(DT_LNK): return .link
    case Int(DT_UNKNOWN):
      return (try? status(PathText.join(path, name), followsLinks: false))?.kind ?? .other
    default: return .other
    }
  }

  /// The bytes of a regular file; pipes and devices are refused without waiting for them.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - limit: The most bytes that are read; a larger file is refused.
  /// - Returns: All bytes of the file.
  /// - Throws: The system's error, or that the file is too large or no regular file.
  static func read(_ path: String, limit: Int) throws(Failure) -> [UInt8] {
    guard !path.utf8.contains(0) else { throw Failure("the name contains a zero byte") }
    let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard file >= 0 else { throw Failure(errno) }
    defer { close(file) }
    var info = stat()
    guard fstat(file, &info) == 0 else { throw Failure(errno) }
    let status = Status(info)
    guard status.kind == .file else { throw Failure("not a regular file") }
    guard status.size <= limit else { throw Failure("larger than \(limit) bytes") }
    return try read(file, status.size, limit)
  }

  private static func read(_ file: Int32, _ size: Int, _ limit: Int) throws(Failure) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: size + 1)
    var count = 0
    while true {
      if count == bytes.count {
        // The file grew while it was read.
        guard count <= limit else { throw Failure("larger than \(limit) bytes") }
        bytes.append(contentsOf: repeatElement(0, count: min(bytes.count, 1 << 20)))
      }
      let got = bytes.withUnsafeMutableBytes { buffer in
        #if canImport(Darwin)
          Darwin.read(file, buffer.baseAddress?.advanced(by: count), buffer.count - count)
        #elseif canImport(Musl)
          Musl.read(file, buffer.baseAddress?.advanced(by: count), buffer.count - count)
        #else
          Glibc.read(file, buffer.baseAddress?.advanced(by: count), buffer.count - count)
        #endif
      }
      if got < 0 {
        guard errno == EINTR else { throw Failure(errno) }
      } else if got == 0 {
        bytes.removeLast(bytes.count - count)
        return bytes
      } else {
        count += got
      }
    }
  }

  /// The path without links.
  static func resolved(_ path: String) throws(Failure) -> String {
    guard !path.utf8.contains(0) else { throw Failure("the name contains a zero byte") }
    guard let result = realpath(path, nil) else { throw Failure(errno) }
    defer { free(result) }
    guard let text = String(validatingCString: result) else {
      throw Failure("the name is not UTF-8")
    }
    return text
  }

  /// Whether something exists at a path.
  static func exists(_ path: String) -> Bool { (try? status(path)) != nil }

  /// The folder that relative paths start from.
  static var currentFolder: String {
    guard let result = getcwd(nil, 0) else { return "/" }
    defer { free(result) }
    return String(cString: result)
  }
}

extension FileSystem.Status {
  init(_ info: stat) {
    switch info.st_mode & S_IFMT {
    case S_IFREG: kind = .file
    case S_IFDIR: kind = .folder
    case S_IFLNK: kind = .link
    default: kind = .other
    }
    size = Int(info.st_size)
    identity = .init(
      device: UInt64(truncatingIfNeeded: info.st_dev),
      inode: UInt64(truncatingIfNeeded: info.st_ino))
  }
}
