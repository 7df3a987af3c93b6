/// Where code runs: the isolation domain that owns the state it may touch.
public enum Isolation: Sendable, Hashable {
  /// The instance of the enclosing actor.
  case actorInstance
  /// A global actor, by name.
  case globalActor(String)
  /// No domain; runs where the caller is, or on the pool.
  case nonisolated
  /// No domain, and always off the caller's: `@concurrent`, `Task.detached`, child tasks.
  case concurrent
  /// Not known: the source does not say, and no rule should guess.
  case unknown

  /// The main actor.
  public static let mainActor = Isolation.globalActor("MainActor")

  /// Whether the code runs in a domain, so that other code of it waits meanwhile.
  public var isIsolated: Bool {
    switch self {
    case .actorInstance, .globalActor: true
    case .nonisolated, .concurrent, .unknown: false
    }
  }
}
