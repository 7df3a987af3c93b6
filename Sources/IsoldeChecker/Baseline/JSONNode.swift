/// A value in a JSON text, with its place.
struct JSONNode {
  /// What a value is.
  enum Value {
    case object([String: JSONNode])
    case array([JSONNode])
    case string(String)
    case number(Double)
    case boolean(Bool)
    case null
  }

  var value: Value
  /// The first byte in the text.
  var offset: Int

  /// The member of an object; `nil` for anything else.
  subscript(key: String) -> JSONNode? {
    guard case .object(let members) = value else { return nil }
    return members[key]
  }
}

/// Why a text is not JSON, and where.
struct JSONFailure: Error, Equatable {
  /// The byte at which reading stopped.
  var offset: Int
  /// What was expected or is wrong.
  var reason: String
}
