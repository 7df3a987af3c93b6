import Foundation

/// A folder for this process alone, gone when nobody needs it any more.
final class ScratchFolder {
  let path: String
  private var count = 0

  /// - Throws: `UsageError` if there is no room for it.
  init() throws(UsageError) {
    let base = FileManager.default.temporaryDirectory.path
    var template = Array("\(base)/isolde-explore-XXXXXX".utf8CString)
    guard let made = mkdtemp(&template) else {
      throw UsageError(
        "there is no folder for temporary files: \(String(cString: strerror(errno)))")
    }
    path = String(cString: made)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// Makes an empty file that only its owner can read.
  func makeFile(_ name: String) -> String {
    count += 1
    let file = "\(path)/\(count)-\(name)"
    let descriptor = open(file, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    if descriptor >= 0 { close(descriptor) }
    return file
  }
}
