import Dispatch
import Foundation

/// Sees to it that a folder is gone when the user interrupts the program.
///
/// A scenario that is being explored notices that its parent is gone, and ends.
struct Interruption {
  private let sources: [any DispatchSourceSignal]

  init(removing folder: String) {
    sources = [SIGINT, SIGTERM, SIGHUP].map { number in
      // The default would end the process before anybody sees the signal.
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      source.setEventHandler {
        try? FileManager.default.removeItem(atPath: folder)
        signal(number, SIG_DFL)
        // Not `raise`: the threads of a queue have signals blocked.
        kill(getpid(), number)
      }
      source.resume()
      return source
    }
  }

  /// Lets signals end the process again as they did.
  func end() {
    for source in sources { source.cancel() }
    for number in [SIGINT, SIGTERM, SIGHUP] { signal(number, SIG_DFL) }
  }
}
