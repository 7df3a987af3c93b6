import Synchronization

/// A task suspends until it is woken, and its cancellation handler wakes it.
///
/// It hangs when the cancellation arrives before the continuation is stored: the handler finds
/// nobody to wake, and the task then waits for ever. After
/// https://github.com/T0mSIlver/localvoxtral/pull/285.
enum CancelBeforeSuspendProgram {
  static func buggy() async throws {
    await run(remembersWaking: false)
  }

  static func fixed() async throws {
    await run(remembersWaking: true)
  }

  private static func run(remembersWaking: Bool) async {
    let bed = Bed(remembersWaking: remembersWaking)
    let waking = Mutex<Task<Void, Never>?>(nil)
    let sleeper = Task {
      await withTaskCancellationHandler {
        await bed.sleep()
      } onCancel: {
        waking.withLock { $0 = Task { await bed.wake() } }
      }
    }
    let canceller = Task { sleeper.cancel() }
    await canceller.value
    await sleeper.value
    // Waited for, so that no task outlives the program.
    await waking.withLock { $0 }?.value
  }

  private actor Bed {
    private let remembersWaking: Bool
    private var wasWoken = false
    private var sleeper: CheckedContinuation<Void, Never>?

    init(remembersWaking: Bool) {
      self.remembersWaking = remembersWaking
    }

    func sleep() async {
      if remembersWaking && wasWoken { return }
      await withCheckedContinuation { sleeper = $0 }
    }

    func wake() {
      wasWoken = true
      sleeper?.resume()
      sleeper = nil
    }
  }
}
