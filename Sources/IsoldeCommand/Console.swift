import Foundation
import IsoldeChecker
import Synchronization

/// Where the program writes: reports to standard output, everything else to standard error.
struct Console: Sendable {
  /// Whether reports go to a terminal.
  let isTerminal = isatty(STDOUT_FILENO) == 1
  /// Whether standard error is a terminal.
  private let showsProgress = isatty(STDERR_FILENO) == 1
  private let environment = ProcessInfo.processInfo.environment

  /// Whether colours may be used in a report.
  var hasColors: Bool {
    isTerminal && environment["NO_COLOR"] == nil && environment["TERM"] != "dumb"
  }

  /// The width of the terminal in columns; 120 elsewhere.
  var width: Int {
    var size = winsize()
    guard isTerminal, ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col >= 40 else {
      return 120
    }
    return Int(size.ws_col)
  }

  /// Prints a text and ends with success, or with a usage error if it cannot be written.
  func print(_ text: String) -> ExitCode {
    do throws(FileFailure) {
      _ = try StandardOutput().write(text)
      return .success
    } catch {
      complain("error: \(error.description)\n")
      return .usage
    }
  }

  /// Writes to standard error.
  func complain(_ text: String) {
    FileHandle.standardError.write(Data(text.utf8))
  }

  /// A progress line, drawn at most ten times a second.
  func progress() -> @Sendable (Int, Int) -> Void {
    guard showsProgress else { return { _, _ in } }
    let line = ProgressLine()
    return { done, total in line.show(done, total) }
  }

  /// Wipes the progress line.
  func clearProgress() {
    if showsProgress { complain("\r\u{1B}[K") }
  }
}

/// Remembers when the progress line was drawn last.
private final class ProgressLine: Sendable {
  private let last = Mutex(ContinuousClock.now)

  func show(_ done: Int, _ total: Int) {
    let isDue = last.withLock { last in
      let now = ContinuousClock.now
      guard now - last > .milliseconds(100) else { return false }
      last = now
      return true
    }
    guard isDue else { return }
    FileHandle.standardError.write(Data("\rreading \(done) of \(total) files\u{1B}[K".utf8))
  }
}
