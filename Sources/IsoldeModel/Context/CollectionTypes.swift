/// The types of what the members of standard collections give back.
enum CollectionTypes {
  /// The type of a property such as `first` or `values`; `nil` if the collection or the name is
  /// not known.
  static func member(_ name: String, of collection: TypeName) -> TypeName? {
    guard let element = collection.element else { return nil }
    switch name {
    case "first", "last": return optional(element)
    case "values": return collection.base == "Dictionary" ? TypeName("Array", [element]) : nil
    case "keys":
      guard collection.base == "Dictionary", let key = collection.arguments.first else {
        return nil
      }
      return TypeName("Array", [key])
    default: return nil
    }
  }

  /// The type of the result of a method such as `removeFirst` or `removeValue`.
  static func result(of name: String, on collection: TypeName) -> TypeName? {
    guard let element = collection.element else { return nil }
    switch name {
    case "removeFirst", "removeLast", "remove": return element
    case "popFirst", "popLast", "first", "last", "randomElement", "removeValue", "updateValue":
      return optional(element)
    default: return nil
    }
  }

  private static func optional(_ type: TypeName) -> TypeName {
    var type = type
    type.isOptional = true
    return type
  }
}
