import Foundation
import IsoldeChecker

/// Compiled scenarios, kept in a folder of the user's.
///
/// An entry is a program and a hash of it; one that does not match its hash is as good as none.
struct ProgramCache {
  private let folder: String

  /// More than that is not kept.
  private static let capacity = 32

  /// Opens the cache, and creates its folder for the owner alone.
  ///
  /// - Returns: `nil` if there is no such folder, or others can write to it.
  init?(environment: [String: String] = ProcessInfo.processInfo.environment) {
    let base: String
    if let given = environment["XDG_CACHE_HOME"], given.hasPrefix("/") {
      base = given
    } else if let home = environment["HOME"], home.hasPrefix("/") {
      base = home + "/.cache"
    } else {
      return nil
    }
    folder = base + "/isolde/explore"
    try? FileManager.default.createDirectory(
      atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    var status = stat()
    guard lstat(folder, &status) == 0, status.st_mode & S_IFMT == S_IFDIR,
      status.st_uid == geteuid(), status.st_mode & 0o077 == 0
    else { return nil }
  }

  /// The name of an entry.
  ///
  /// - Parameter parts: All that the program depends on.
  /// - Returns: A name for a file.
  static func key(_ parts: [[UInt8]]) -> String {
    var hash = ContentHash()
    for part in parts { hash.add(part) }
    return hash.text
  }

  /// The program of an entry, if it is there and whole.
  func program(_ key: String) -> String? {
    let program = "\(folder)/\(key)"
    guard let sum = FileManager.default.contents(atPath: program + ".sum"),
      let bytes = FileManager.default.contents(atPath: program),
      Array(sum) == Array(ContentHash(Array(bytes)).text.utf8)
    else { return nil }
    // The youngest entries are those that are kept.
    utimes(program, nil)
    return program
  }

  /// Keeps a program; if that does not work, it is compiled again the next time.
  func store(_ program: String, as key: String) {
    guard let bytes = FileManager.default.contents(atPath: program) else { return }
    put(Array(bytes), as: key, mode: 0o700)
    put(Array(ContentHash(Array(bytes)).text.utf8), as: key + ".sum", mode: 0o600)
    prune()
  }

  private func put(_ bytes: [UInt8], as name: String, mode: mode_t) {
    let temporary = "\(folder)/.\(name).\(getpid())"
    let file = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode)
    guard file >= 0 else { return }
    let handle = FileHandle(fileDescriptor: file, closeOnDealloc: true)
    do {
      try handle.write(contentsOf: Data(bytes))
      try handle.close()
    } catch {
      unlink(temporary)
      return
    }
    if rename(temporary, "\(folder)/\(name)") != 0 { unlink(temporary) }
  }

  private func prune() {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    let programs = names.filter { !$0.hasSuffix(".sum") && !$0.hasPrefix(".") }
    guard programs.count > Self.capacity else { return }
    let aged = programs.map { (name: $0, time: modified($0)) }.sorted { $0.time < $1.time }
    for old in aged.prefix(programs.count - Self.capacity) {
      unlink("\(folder)/\(old.name)")
      unlink("\(folder)/\(old.name).sum")
    }
  }

  private func modified(_ name: String) -> Int {
    var status = stat()
    guard stat("\(folder)/\(name)", &status) == 0 else { return 0 }
    #if canImport(Darwin)
      return status.st_mtimespec.tv_sec
    #else
      return status.st_mtim.tv_sec
    #endif
  }
}
