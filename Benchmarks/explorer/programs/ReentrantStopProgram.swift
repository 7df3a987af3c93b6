/// A service checks that it runs, terminates its process, and then notes that it has stopped.
///
/// It fails when a second `stop()` enters the actor while the first one waits for the process:
/// the process is terminated twice. After https://github.com/apple/container/pull/684.
enum ReentrantStopProgram {
  static func buggy() async throws {
    let process = ChildProcess()
    try await run(process, service: Service(process, notesStopFirst: false))
  }

  static func fixed() async throws {
    let process = ChildProcess()
    try await run(process, service: Service(process, notesStopFirst: true))
  }

  private static func run(_ process: ChildProcess, service: Service) async throws {
    await withDiscardingTaskGroup { group in
      for _ in 0..<2 {
        group.addTask { await service.stop() }
      }
    }
    let terminations = await process.terminations
    if terminations != 1 {
      throw YardstickFailure("the process was terminated \(terminations) times")
    }
  }

  private actor ChildProcess {
    private(set) var terminations = 0

    func terminate() {
      terminations += 1
    }
  }

  private actor Service {
    private enum State {
      case running
      case stopping
      case stopped
    }

    private let process: ChildProcess
    private let notesStopFirst: Bool
    private var state = State.running

    init(_ process: ChildProcess, notesStopFirst: Bool) {
      self.process = process
      self.notesStopFirst = notesStopFirst
    }

    func stop() async {
      guard state == .running else { return }
      if notesStopFirst { state = .stopping }
      await process.terminate()
      state = .stopped
    }
  }
}
