/// The condition of an `#if`, as an Apple platform with the current compiler sees it.
struct BuildCondition {
  private var tokens: [Substring]
  private var position = 0
  private var depth = 0

  /// The version of the compiler that manifests are read for, as major times 100 plus minor.
  static let compilerVersion: Int = {
    #if compiler(>=6.5)
      605
    #elseif compiler(>=6.4)
      604
    #elseif compiler(>=6.3)
      603
    #else
      602
    #endif
  }()

  /// Whether a condition holds; an empty one is `#else`.
  static func holds(_ text: String) -> Bool {
    guard !text.isEmpty else { return true }
    var condition = BuildCondition(tokens: split(text))
    return condition.disjunction()
  }

  private init(tokens: [Substring]) { self.tokens = tokens }

  private static func split(_ text: String) -> [Substring] {
    var tokens: [Substring] = []
    var rest = text[...]
    while let first = rest.first {
      if first.isWhitespace {
        rest = rest.dropFirst()
        continue
      }
      let length: Int
      if first.isLetter || first.isNumber || first == "_" {
        length = rest.prefix { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "." }.count
      } else {
        length = ["&&", "||", ">=", "=="].contains { rest.hasPrefix($0) } ? 2 : 1
      }
      tokens.append(rest.prefix(length))
      rest = rest.dropFirst(length)
    }
    return tokens
  }

  private mutating func disjunction() -> Bool {
    var result = conjunction()
    while take("||") {
      let right = conjunction()
      result = result || right
    }
    return result
  }

  private mutating func conjunction() -> Bool {
    var result = term()
    while take("&&") {
      let right = term()
      result = result && right
    }
    return result
  }

  private mutating func term() -> Bool {
    depth += 1
    defer { depth -= 1 }
    guard depth < 60, position < tokens.count else { return false }
    if take("!") { return !term() }
    if take("(") {
      let result = disjunction()
      _ = take(")")
      return result
    }
    let name = tokens[position]
    position += 1
    guard take("(") else { return name == "true" }
    var arguments: [Substring] = []
    while position < tokens.count, !take(")") {
      arguments.append(tokens[position])
      position += 1
    }
    return Self.holds(name, arguments)
  }

  private mutating func take(_ token: String) -> Bool {
    guard position < tokens.count, tokens[position] == token else { return false }
    position += 1
    return true
  }

  private static func holds(_ name: Substring, _ arguments: [Substring]) -> Bool {
    switch name {
    case "compiler", "swift":
      guard arguments.count == 2 else { return false }
      let parts = arguments[1].split(separator: ".").compactMap { Int($0) }
      let version = min(parts.first ?? 0, 1000) * 100 + min(parts.dropFirst().first ?? 0, 99)
      return arguments[0] == "<" ? compilerVersion < version : compilerVersion >= version
    case "os": return arguments.first == "macOS"
    case "canImport":
      return ["Darwin", "Foundation", "PackageDescription"].contains(arguments.first ?? "")
    case "arch": return arguments.first == "arm64"
    default: return false
    }
  }
}
