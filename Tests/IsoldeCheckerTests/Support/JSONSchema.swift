import Foundation

/// The part of JSON Schema that this project's schemas use.
struct JSONSchema {
  private let root: [String: Any]

  /// Reads a schema from the folder `Documentation`.
  init(documentation name: String) throws {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Documentation")
    try self.init(String(contentsOf: folder.appending(path: name), encoding: .utf8))
  }

  init(_ text: String) throws {
    root = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any] ?? [:]
  }

  /// What is wrong with a value; empty if it is valid.
  func problems(in text: String) throws -> [String] {
    let value = try JSONSerialization.jsonObject(with: Data(text.utf8))
    return problems(value, root, at: "$")
  }

  /// The schemas inside, by their path, that have no description; a reference may have its own.
  var undescribed: [String] { undescribed(root, at: "$") }

  private func problems(_ value: Any, _ schema: [String: Any], at path: String) -> [String] {
    var found: [String] = []
    if let reference = schema["$ref"] as? String {
      found += problems(value, resolved(reference), at: path)
    }
    if let constant = schema["const"], !equal(constant, value) {
      found.append("\(path): not the constant")
    }
    if let options = schema["enum"] as? [Any], !options.contains(where: { equal($0, value) }) {
      found.append("\(path): not one of the values")
    }
    let types = (schema["type"] as? String).map { [$0] } ?? schema["type"] as? [String]
    if let types, !types.contains(where: { matches(value, $0) }) {
      found.append("\(path): not \(types)")
    }
    if let minimum = schema["minimum"] as? Double, let number = value as? NSNumber,
      number.doubleValue < minimum
    {
      found.append("\(path): below \(minimum)")
    }
    if let text = value as? String {
      if let pattern = schema["pattern"] as? String,
        text.range(of: pattern, options: .regularExpression) == nil
      {
        found.append("\(path): '\(text)' does not match")
      }
      if let length = schema["minLength"] as? Int, text.count < length {
        found.append("\(path): too short")
      }
    }
    if let object = value as? [String: Any] { found += problems(of: object, schema, at: path) }
    if let array = value as? [Any] {
      if let least = schema["minItems"] as? Int, array.count < least {
        found.append("\(path): too few")
      }
      if let items = schema["items"] as? [String: Any] {
        for (index, item) in array.enumerated() {
          found += problems(item, items, at: "\(path)[\(index)]")
        }
      }
    }
    return found
  }

  private func problems(
    of object: [String: Any], _ schema: [String: Any], at path: String
  ) -> [String] {
    var found: [String] = []
    for key in schema["required"] as? [String] ?? [] where object[key] == nil {
      found.append("\(path): no '\(key)'")
    }
    let properties = schema["properties"] as? [String: [String: Any]] ?? [:]
    for (key, value) in object {
      if let property = properties[key] {
        found += problems(value, property, at: "\(path).\(key)")
      } else if schema["additionalProperties"] as? Bool == false {
        found.append("\(path): '\(key)' is not allowed")
      }
    }
    return found
  }

  private func undescribed(_ schema: [String: Any], at path: String) -> [String] {
    var found: [String] = []
    if schema["description"] == nil, schema["$ref"] == nil { found.append(path) }
    for group in ["properties", "$defs"] {
      for (key, value) in schema[group] as? [String: [String: Any]] ?? [:] {
        found += undescribed(value, at: "\(path).\(key)")
      }
    }
    if let items = schema["items"] as? [String: Any] {
      found += undescribed(items, at: path + "[]")
    }
    return found
  }

  private func resolved(_ reference: String) -> [String: Any] {
    var schema = root
    for key in reference.split(separator: "/").dropFirst() {
      schema = schema[String(key)] as? [String: Any] ?? ["const": "unresolved \(reference)"]
    }
    return schema
  }

  private func equal(_ left: Any, _ right: Any) -> Bool {
    (left as? NSObject).map { $0.isEqual(right) } ?? ("\(left)" == "\(right)")
  }

  private func matches(_ value: Any, _ type: String) -> Bool {
    switch type {
    case "object": value is [String: Any]
    case "array": value is [Any]
    case "string": value is String
    case "null": value is NSNull
    case "boolean": (value as? NSNumber).map(isBoolean) ?? false
    case "number": (value as? NSNumber).map { !isBoolean($0) } ?? false
    case "integer":
      (value as? NSNumber).map { !isBoolean($0) && $0.doubleValue == $0.doubleValue.rounded() }
        ?? false
    default: false
    }
  }

  private func isBoolean(_ number: NSNumber) -> Bool {
    String(cString: number.objCType) == "c" || String(cString: number.objCType) == "B"
  }
}
