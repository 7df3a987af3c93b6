import Dispatch
import Foundation

/// A program that is started without a shell, and does not run for ever.
struct ChildProcess {
  /// How it ended.
  enum End: Equatable {
    case exited(Int32)
    case signalled(Int32)
    /// It was told to end, because its time was up.
    case stopped
  }

  let executable: String
  var arguments: [String] = []
  var environment = ProcessInfo.processInfo.environment
  /// The file that its standard output and standard error go to; nowhere by default.
  var output: String?

  /// How long a program that is told to end has for its last words.
  private static let patience = 5.0

  /// Runs it to its end.
  ///
  /// - Parameters:
  ///   - limit: After so many seconds it is told to end.
  ///   - grant: Called when the time is up; it may grant more seconds, once.
  /// - Returns: How it ended.
  /// - Throws: An error if it cannot be started.
  func run(limit: Double, grant: () -> Double = { 0 }) throws -> End {
    let process = Process()
    process.executableURL = URL(filePath: executable)
    process.arguments = arguments
    process.environment = environment
    process.standardInput = FileHandle.nullDevice
    let sink = output.flatMap { FileHandle(forWritingAtPath: $0) } ?? FileHandle.nullDevice
    process.standardOutput = sink
    process.standardError = sink
    let ended = DispatchSemaphore(value: 0)
    process.terminationHandler = { _ in ended.signal() }
    try process.run()
    if ended.wait(timeout: .now() + limit) == .timedOut {
      let granted = grant()
      if granted <= 0 || ended.wait(timeout: .now() + granted) == .timedOut {
        process.terminate()
        if ended.wait(timeout: .now() + Self.patience) == .timedOut {
          kill(process.processIdentifier, SIGKILL)
          ended.wait()
        }
        return .stopped
      }
    }
    return process.terminationReason == .exit
      ? .exited(process.terminationStatus) : .signalled(process.terminationStatus)
  }
}
