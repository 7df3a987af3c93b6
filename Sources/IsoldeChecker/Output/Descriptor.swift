import Foundation

/// An open file that bytes are written to.
struct Descriptor {
  private let value: Int32

  init(_ value: Int32) { self.value = value }

  /// Writes all bytes, however many calls that takes.
  ///
  /// - Returns: Whether all were written; `false` if the reader has gone away.
  @discardableResult
  func write(_ bytes: [UInt8], path: String) throws(FileFailure) -> Bool {
    var written = 0
    while written < bytes.count {
      let count = bytes.withUnsafeBytes { buffer in
        Foundation.write(value, buffer.baseAddress.map { $0 + written }, buffer.count - written)
      }
      if count >= 0 {
        written += count
        continue
      }
      switch errno {
      case EINTR: continue
      case EPIPE: return false
      case EAGAIN: waitUntilWritable()
      default: throw .system(operation: "write", path: path, code: errno)
      }
    }
    return true
  }

  private func waitUntilWritable() {
    var request = pollfd(fd: value, events: Int16(POLLOUT), revents: 0)
    poll(&request, 1, -1)
  }
}
