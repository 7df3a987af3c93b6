internal import CExplorerRuntime

/// What can be taken over of the runtime that this process has.
///
/// Each is found by a small exploration that observes it; none is concluded from a version.
public struct RuntimeCapabilities: OptionSet, Sendable, CustomStringConvertible {
  /// A bit for each capability.
  public let rawValue: Int

  /// Creates the set of what bits say.
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// Tasks that a body creates come to the exploration.
  public static let preference = RuntimeCapabilities(rawValue: 1)
  /// A task stops before it enters an actor.
  public static let hopStops = RuntimeCapabilities(rawValue: 2)
  /// A sleep takes no time.
  public static let virtualSleep = RuntimeCapabilities(rawValue: 4)
  /// Clocks show the time of the run.
  public static let virtualClock = RuntimeCapabilities(rawValue: 8)
  /// The main actor's jobs come to the exploration.
  public static let mainActor = RuntimeCapabilities(rawValue: 16)

  /// What an exploration cannot do without.
  static let required: RuntimeCapabilities = [.preference, .hopStops, .mainActor]

  private static let names: [(RuntimeCapabilities, String)] = [
    (.preference, "preference"), (.hopStops, "hopStops"), (.virtualSleep, "virtualSleep"),
    (.virtualClock, "virtualClock"), (.mainActor, "mainActor"),
  ]

  /// The names of those that are there, with commas between them.
  public var description: String {
    Self.names.filter { contains($0.0) }.map(\.1).joined(separator: ", ")
  }

  /// What this process has; found out once, on a thread of its own.
  public static func current() async -> RuntimeCapabilities {
    await Task(executorPreference: HostThread()) { observed }.value
  }

  /// One sentence that says why nothing can be explored here; `nil` if it can.
  public static func refusal() async -> String? {
    let missing = required.subtracting(await current())
    if missing.isEmpty { return nil }
    return "nothing can be explored here: this runtime was not seen to give \(missing)"
  }

  /// Found out on the thread that asks first, which must not be one of the cooperative pool.
  static let observed: RuntimeCapabilities = explorer_install() ? SelfTest().run() : []
}

/// Small explorations, each of which shows one capability or does not.
private struct SelfTest {
  private actor Place {
    private(set) var visits = 0
    func visit() { visits += 1 }
  }

  func run() -> RuntimeCapabilities {
    var capabilities: RuntimeCapabilities = []
    if ends({ await Task.detached {}.value }) { capabilities.insert(.preference) }
    let stops = explorer_stop_count()
    if ends({ await Place().visit() }), explorer_stop_count() > stops {
      capabilities.insert(.hopStops)
    }
    if ends({ await MainActor.run { MainActor.assertIsolated() } }) {
      capabilities.insert(.mainActor)
    }
    // On a runtime that sleeps in real time the run stands still, and the task is left behind.
    let hour = Duration.seconds(3_600)
    if ends({ try await Task.sleep(for: hour) }) { capabilities.insert(.virtualSleep) }
    let isVirtual = ends {
      let start = ContinuousClock.now
      try await Task.sleep(for: hour)
      if start.duration(to: .now) != hour { throw CancellationError() }
    }
    if capabilities.contains(.virtualSleep), isVirtual { capabilities.insert(.virtualClock) }
    return capabilities
  }

  /// Whether a body returns, and all that it did came to the exploration.
  private func ends(_ body: @escaping @Sendable () async throws -> Void) -> Bool {
    var strategy = Fifo()
    return Runner(maximumSteps: 1_000, body: body).run(&strategy) {
      $0.isBodyDone && $0.error == nil && $0.leftTasks == 0
    }.verdict
  }
}
