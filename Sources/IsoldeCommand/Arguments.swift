import IsoldeChecker

/// A command line that does not make sense.
struct UsageError: Error {
  let message: String
  let advice: String?

  init(_ message: String, advice: String? = nil) {
    self.message = message
    self.advice = advice
  }

  /// A word that is not known, with the nearest one that is.
  init(unknown word: String, kind: String, known: [String]) {
    let shown = PlainText.cleaned(word)
    message = "there is no \(kind) '\(shown)'"
    advice =
      NearestName.find(word, in: known).map { "did you mean '\($0)'?" }
      ?? "see 'isolde --help'"
  }
}

/// The words of a command line, taken out one by one; what is left at the end is not understood.
struct Arguments {
  private(set) var command: String?
  private var words: [String]

  init(_ words: [String]) {
    self.words = words
    if let first = words.first, !first.hasPrefix("-") {
      command = first
      self.words.removeFirst()
    }
  }

  /// Whether help is asked for.
  var isHelpWanted: Bool { words.contains("--help") || words.contains("-h") }

  /// Takes an option without a value.
  mutating func takeFlag(_ name: String) -> Bool {
    guard let index = options.firstIndex(of: name) else { return false }
    words.remove(at: index)
    return true
  }

  /// Takes an option with a value: `--name value` or `--name=value`; the last one counts.
  mutating func takeValue(_ name: String) throws(UsageError) -> String? {
    var value: String?
    while let index = options.firstIndex(where: { $0 == name || $0.hasPrefix(name + "=") }) {
      let word = words.remove(at: index)
      if word.utf8.count > name.utf8.count {
        value = String(word.dropFirst(name.count + 1))
      } else if index < words.count, words[index] != "--" {
        value = words.remove(at: index)
      } else {
        throw UsageError("'\(name)' needs a value")
      }
    }
    return value
  }

  /// Takes an option whose value is one of a few words.
  mutating func takeChoice<Choice: RawRepresentable & CaseIterable>(
    _ name: String, _ type: Choice.Type
  ) throws(UsageError) -> Choice? where Choice.RawValue == String {
    guard let value = try takeValue(name) else { return nil }
    guard let choice = Choice(rawValue: value) else {
      let allowed = Choice.allCases.map { $0.rawValue }.joined(separator: ", ")
      throw UsageError(
        "'\(PlainText.cleaned(value))' is no value for '\(name)'", advice: "use one of: \(allowed)")
    }
    return choice
  }

  /// Takes an option whose value is a positive number.
  mutating func takeNumber(_ name: String) throws(UsageError) -> Int? {
    guard let value = try takeValue(name) else { return nil }
    guard let number = Int(value), number > 0 else {
      throw UsageError("'\(name)' needs a number above 0, not '\(PlainText.cleaned(value))'")
    }
    return number
  }

  /// Takes an option whose value is a list of words between commas; it can be given several times.
  mutating func takeList(_ name: String) throws(UsageError) -> [String] {
    var list: [String] = []
    while options.contains(where: { $0 == name || $0.hasPrefix(name + "=") }) {
      guard let value = try takeFirstValue(name) else { break }
      list += value.split(separator: ",").map { String($0).trimmingSpaces() }
    }
    return list
  }

  private mutating func takeFirstValue(_ name: String) throws(UsageError) -> String? {
    guard let index = options.firstIndex(where: { $0 == name || $0.hasPrefix(name + "=") }) else {
      return nil
    }
    let word = words.remove(at: index)
    if word.utf8.count > name.utf8.count { return String(word.dropFirst(name.count + 1)) }
    guard index < words.count, words[index] != "--" else {
      throw UsageError("'\(name)' needs a value")
    }
    return words.remove(at: index)
  }

  /// Takes the words that are left, which must not look like options.
  ///
  /// - Parameter known: The options of the command, to name the nearest one.
  /// - Returns: The words in order.
  /// - Throws: An error that names the first unknown option.
  mutating func takeRest(known: [String]) throws(UsageError) -> [String] {
    defer { words = [] }
    var rest: [String] = []
    var isLiteral = false
    for word in words {
      if word == "--", !isLiteral {
        isLiteral = true
      } else if word.hasPrefix("-"), word != "-", !isLiteral {
        let name = String(word.prefix { $0 != "=" })
        throw UsageError(unknown: name, kind: "option", known: known)
      } else {
        rest.append(word)
      }
    }
    return rest
  }

  /// The words up to `--`.
  private var options: ArraySlice<String> { words.prefix { $0 != "--" } }
}

extension String {
  fileprivate func trimmingSpaces() -> String {
    String(drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
  }
}
