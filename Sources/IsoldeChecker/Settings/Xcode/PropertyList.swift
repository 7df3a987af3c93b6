/// A value of an old-style property list, the format of `project.pbxproj`.
enum PropertyList: Sendable, Equatable {
  case string(String)
  case array([PropertyList])
  case dictionary([String: PropertyList])

  /// The text, if the value is one.
  var text: String? {
    if case .string(let text) = self { text } else { nil }
  }

  /// The elements; none if the value is no array.
  var elements: [PropertyList] {
    if case .array(let elements) = self { elements } else { [] }
  }

  /// The entries; none if the value is no dictionary.
  var entries: [String: PropertyList] {
    if case .dictionary(let entries) = self { entries } else { [:] }
  }
}

/// Why a property list cannot be read.
struct PropertyListError: Error, Equatable {
  /// The line, from 1.
  var line: Int
  /// What is wrong: lower case, no full stop.
  var message: String
}
