import Foundation

/// Writes to standard output, or another open file, whose reader may leave at any time.
public struct StandardOutput: Sendable {
  private let descriptor: Int32

  /// Creates an output.
  ///
  /// - Parameter descriptor: The open file; 1 is standard output.
  public init(descriptor: Int32 = 1) { self.descriptor = descriptor }

  /// Makes a write to a closed pipe fail instead of ending the process, so that the exit code still
  /// says what was found: `isolde check | head` is no failure.
  ///
  /// It holds for the whole process and belongs at its start.
  public static func ignoreBrokenPipes() { signal(SIGPIPE, SIG_IGN) }

  /// Writes a text.
  ///
  /// - Returns: Whether all of it was written; `false` if the reader has gone away, after which
  ///   nothing more needs to be written.
  /// - Throws: `FileFailure.system` if the text cannot be written for another reason, such as a full
  ///   disk.
  @discardableResult
  public func write(_ text: String) throws(FileFailure) -> Bool {
    try Descriptor(descriptor).write(Array(text.utf8), path: "standard output")
  }
}
