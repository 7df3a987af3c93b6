/// A value in a configuration file, with the line it starts on.
struct ConfigurationNode: Sendable, Equatable {
  /// The value.
  var value: Value
  /// The line, from 1.
  var line: Int

  enum Value: Sendable, Equatable {
    /// Nothing stands behind the key.
    case nothing
    case scalar(String)
    case list([ConfigurationNode])
    case map([Entry])
  }

  /// A key and what stands behind it.
  struct Entry: Sendable, Equatable {
    var key: String
    var line: Int
    var value: ConfigurationNode
  }

  /// What the value is, for messages.
  var kind: String {
    switch value {
    case .nothing: "nothing"
    case .scalar(let text): "'\(text)'"
    case .list: "a list"
    case .map: "a map"
    }
  }
}

/// A line that makes no sense.
struct ConfigurationSyntaxError: Error, Equatable {
  /// The line, from 1.
  var line: Int
  /// What is wrong: lower case, no full stop.
  var message: String
}
