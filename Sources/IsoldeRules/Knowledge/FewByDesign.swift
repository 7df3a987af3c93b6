/// Names of collections that are short by design, and of calls that only wait.
enum FewByDesign {
  /// Whether a name speaks of parts of a program or of a system, of which there are a few, or of a
  /// part of the input that has been cut to size.
  static func isMeant(by name: String) -> Bool {
    let name = name.lowercased()
    return pieces.contains { name.contains($0) } || parts.contains { name.hasSuffix($0) }
  }

  /// What the names of calls begin with that hold nothing while they wait, or end something.
  static let waits = [
    "wait", "run", "listen", "observe", "stop", "cancel", "close", "shutdown", "shutDown",
    "disconnect", "reset", "terminate", "finish", "sleep", "yield",
  ]

  private static let pieces = ["batch", "chunk", "pagegroup"]

  private static let parts = [
    "accounts", "backends", "bases", "calendars", "cards", "chains", "channels", "clients",
    "collectors", "components", "configs", "configurations", "handlers", "hosts",
    "implementations", "instances", "kinds", "languages", "listeners", "mailboxes", "managers",
    "mirrors", "modules", "monitors", "nodes", "observers", "participants", "peers", "platforms",
    "plugins", "providers", "queues", "regulators", "replicas", "scopes", "sections", "servers",
    "services", "sessions", "sources", "stores", "subscribers", "targets", "types", "viewmodels",
    "views", "voters", "workers", "workspaces",
  ]
}
