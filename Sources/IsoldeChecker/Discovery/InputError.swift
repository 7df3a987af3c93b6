/// An input that cannot be read; the rest of the run goes on without it.
public struct InputError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The path as the user gave it, or relative to the root.
  public var path: String
  /// What is wrong: lower case, no full stop.
  public var message: String
  /// What to do about it: lower case, no full stop.
  public var advice: String

  /// Creates an error.
  public init(path: String, message: String, advice: String) {
    self.path = path
    self.message = message
    self.advice = advice
  }

  /// The path, what is wrong, and what to do, in one line.
  public var description: String { "\(path): \(message); \(advice)" }
}

/// Something that was left out or assumed, worth one line.
public struct InputNotice: Hashable, Sendable, CustomStringConvertible {
  /// The path relative to the root.
  public var path: String
  /// What was done: lower case, no full stop.
  public var message: String

  /// Creates a notice.
  public init(path: String, message: String) {
    self.path = path
    self.message = message
  }

  /// The path and what was done, in one line.
  public var description: String { "\(path): \(message)" }
}
