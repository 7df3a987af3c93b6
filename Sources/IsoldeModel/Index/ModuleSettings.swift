/// How one module is compiled, as far as concurrency is concerned.
public struct ModuleSettings: Sendable, Hashable {
  /// The module's name; empty for files that belong to no known target.
  public var name: String
  /// The language mode: 5 or 6; `nil` if nothing says.
  public var languageMode: Int?
  /// Whether declarations without an isolation of their own belong to the main actor.
  public var defaultsToMainActor = false
  /// The upcoming features that are enabled, by name.
  public var upcomingFeatures: Set<String> = []
  /// The tools version as major times 100 plus minor, such as 602; `nil` if nothing says.
  public var toolsVersion: Int?
  /// Whether the module holds tests.
  public var isTest = false
  /// Whether the settings were read rather than assumed.
  public var isKnown = false

  /// Creates settings.
  public init(name: String) { self.name = name }

  /// Whether a nonisolated async function runs on its caller's actor.
  public var runsNonisolatedAsyncOnCaller: Bool {
    upcomingFeatures.contains("NonisolatedNonsendingByDefault")
  }
}
