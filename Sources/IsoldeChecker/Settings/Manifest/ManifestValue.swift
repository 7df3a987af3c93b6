import IsoldeTree

/// A value in a package manifest, as far as it can be told without running it.
enum ManifestValue: Sendable {
  /// Something that only a run would tell.
  case unknown
  /// `nil`.
  case none
  case bool(Bool)
  case number(Int)
  case string(String)
  /// An array; an unknown element stands for any number of them.
  case list([ManifestValue])
  /// A package, product or target: these are objects, which a loop can change.
  case object(Int)
  /// A call that only describes something, such as `.enableUpcomingFeature("X")`.
  case call(String, [Argument])
  /// A name that describes something, such as `.v6` or `MainActor.self`.
  case symbol(String)
  /// A closure, which is called where it stands.
  case closure(NodeID)

  /// An argument of a call.
  struct Argument: Sendable {
    var label: String
    var value: ManifestValue
  }

  /// The text, if the value is a string.
  var text: String? {
    if case .string(let text) = self { text } else { nil }
  }

  /// The elements, if the value is an array; `nil` for everything else.
  var elements: [ManifestValue]? {
    if case .list(let elements) = self { elements } else { nil }
  }

  /// Whether the value is true or false; `nil` if it cannot be told.
  var truth: Bool? {
    if case .bool(let value) = self { value } else { nil }
  }

  /// Whether the value itself cannot be told.
  var isUnknown: Bool {
    if case .unknown = self { true } else { false }
  }

  /// Whether the value is `nil`.
  var isNone: Bool {
    if case .none = self { true } else { false }
  }

  /// Longer arrays and texts are not followed.
  private static let maximumLength = 4000

  /// Two arrays or texts as one; what is not known becomes an unknown element.
  static func + (left: ManifestValue, right: ManifestValue) -> ManifestValue {
    switch (left, right) {
    case (.list(let first), .list(let second)) where first.count + second.count > maximumLength:
      .unknown
    case (.string(let first), .string(let second))
    where first.utf8.count + second.utf8.count > maximumLength:
      .unknown
    case (.list(let first), .list(let second)): .list(first + second)
    case (.list(let first), .unknown): .list(first + [.unknown])
    case (.unknown, .list(let second)): .list([.unknown] + second)
    case (.string(let first), .string(let second)): .string(first + second)
    case (.number(let first), .number(let second)): .number(first &+ second)
    default: .unknown
    }
  }

  /// Whether two values are the same; `nil` if it cannot be told.
  static func areEqual(_ left: ManifestValue, _ right: ManifestValue) -> Bool? {
    switch (left, right) {
    case (.unknown, _), (_, .unknown): nil
    case (.none, .none): true
    case (.none, _), (_, .none): false
    case (.bool(let first), .bool(let second)): first == second
    case (.number(let first), .number(let second)): first == second
    case (.string(let first), .string(let second)): first == second
    case (.symbol(let first), .symbol(let second)): first == second
    case (.object(let first), .object(let second)): first == second
    case (.list(let first), .list(let second)) where first.isEmpty || second.isEmpty:
      first.isEmpty && second.isEmpty
    default: nil
    }
  }
}

/// A package, product or target in a manifest.
struct ManifestObject: Sendable {
  /// The name of the function that made it, such as `testTarget`.
  var maker: String
  /// What was passed to it and set later, by label.
  var fields: [String: ManifestValue]

  /// The value of a property; what was not set is `nil`.
  subscript(name: String) -> ManifestValue {
    switch name {
    case "type": .symbol(Self.types[maker] ?? maker)
    case "isTest": .bool(maker == "testTarget")
    default: fields[name] ?? .none
    }
  }

  private static let types = [
    "target": "regular", "executableTarget": "executable", "testTarget": "test",
    "systemLibrary": "system", "binaryTarget": "binary",
  ]

  /// The functions that make targets.
  static let targetMakers: Set<String> = [
    "target", "executableTarget", "testTarget", "macro", "plugin", "systemLibrary", "binaryTarget",
  ]
}
