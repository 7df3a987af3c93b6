import Synchronization

/// Keeps what was computed about one declaration or project, so that rules with the same question share it.
final class AnalysisMemo: Sendable {
  private let values = Mutex<[ObjectIdentifier: any Sendable]>([:])

  /// The value of a type, made on first use.
  func value<Value: Sendable>(_ make: () -> Value) -> Value {
    let key = ObjectIdentifier(Value.self)
    if let known = values.withLock({ $0[key] }) as? Value { return known }
    // Made outside the lock: an analysis can ask for another one.
    let made = make()
    values.withLock { $0[key] = made }
    return made
  }
}

extension CodeContext {
  /// The result of an analysis of this declaration, made once and shared by all rules.
  ///
  /// - Parameter make: Makes the result; its type is the key.
  /// - Returns: The result.
  public func analysis<Value: Sendable>(_ make: (CodeContext) -> Value) -> Value {
    memo.value { make(self) }
  }

  /// The accesses to state that other code of the same domain can change.
  public var sharedState: SharedState { analysis { SharedState($0) } }
}
