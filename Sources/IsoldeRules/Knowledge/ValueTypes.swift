/// Types of the standard library and Foundation whose values hold no state that can be shared.
enum ValueTypes {
  /// Whether a type, by its base name, is a plain value.
  static func contains(_ name: String) -> Bool { names.contains(name) }

  /// Whether a type is a plain value if its generic arguments are.
  static func isContainer(_ name: String) -> Bool { containers.contains(name) }

  private static let names: Set<String> = [
    "Bool", "Int", "Int8", "Int16", "Int32", "Int64", "UInt", "UInt8", "UInt16", "UInt32", "UInt64",
    "Float", "Double", "CGFloat", "Decimal", "String", "Substring", "Character", "StaticString",
    "Duration", "TimeInterval", "Date", "DateComponents", "DateInterval", "Calendar", "TimeZone",
    "Locale", "UUID", "URL", "URLComponents", "URLQueryItem", "URLRequest", "Data", "IndexPath",
    "CGPoint", "CGSize", "CGRect", "CharacterSet", "FilePath", "Logger", "StringEncoding", "Void",
    "UUIDString", "Clock", "ContinuousClock", "SuspendingClock", "TaskPriority",
  ]

  private static let containers: Set<String> = [
    "Array", "ContiguousArray", "ArraySlice", "Set", "Dictionary", "Optional", "Range",
    "ClosedRange", "Result", "KeyValuePairs",
  ]
}
