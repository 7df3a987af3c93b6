import IsoldeModel
import IsoldeTree

/// Decides what a file is for.
public enum FileRole {
  /// The role of a file from its path, its module and how it begins.
  ///
  /// - Parameters:
  ///   - file: The file as it was found.
  ///   - tree: Its syntax.
  ///   - settings: Its module.
  /// - Returns: What the file is for.
  public static func role(
    of file: SourceFile, _ tree: Tree, in settings: ModuleSettings
  ) -> SourceUnit.Role {
    guard file.role != .generated, !FileHead.saysGenerated(tree) else { return .generated }
    if file.role == .support || settings.isTest { return .support }
    return FileHead.importsSupportLibrary(tree) ? .support : .production
  }

  /// The role of a file as far as its path tells.
  ///
  /// - Parameters:
  ///   - path: The path relative to the root.
  ///   - named: The part of the path that the user named. Who names an example wants to hear about
  ///     it, so words such as `Examples` count only behind it; tests stay tests.
  /// - Returns: What the file is for, unless its content says more.
  public static func role(ofPath path: String, named: String = "") -> SourceUnit.Role {
    let components = path.split(separator: "/")
    guard let file = components.last else { return .production }
    if file.hasSuffix(".generated.swift") || file.hasSuffix(".pb.swift")
      || file.hasSuffix(".grpc.swift")
    {
      return .generated
    }
    let namedCount = named.split(separator: "/").count
    for (index, component) in components.dropLast().enumerated() {
      let words = NameWords(component)
      if words.meanTests || (index >= namedCount && words.meanExamples) { return .support }
    }
    return NameWords(file.prefix { $0 != "." }).nameTestFile ? .support : .production
  }
}

/// The words of a folder's or file's name.
private struct NameWords {
  private let words: [String]

  init(_ name: Substring) {
    var words: [String] = []
    var word = ""
    var last: Character?
    let characters = Array(name)
    for (index, character) in characters.enumerated() {
      let next = index + 1 < characters.count ? characters[index + 1] : nil
      let startsWord =
        character.isUppercase
        && (last.map { !$0.isUppercase } ?? false || next.map { $0.isLowercase } ?? false)
      if !character.isLetter || startsWord {
        if !word.isEmpty { words.append(word) }
        word = ""
      }
      if character.isLetter { word += character.lowercased() }
      last = character
    }
    if !word.isEmpty { words.append(word) }
    self.words = words
  }

  /// A folder of tests, or of what only tests use.
  var meanTests: Bool {
    guard let first = words.first, let last = words.last else { return false }
    if Self.tests.contains(last) { return !isExperiment }
    if words == ["preview", "content"] { return true }
    return words.count > 1
      && (first == "mock" || (["test", "tests"].contains(first) && Self.testThings.contains(last)))
  }

  /// A folder of code that shows something.
  var meanExamples: Bool {
    guard let first = words.first, let last = words.last else { return false }
    return Self.examples.contains(last) || (words.count > 1 && ["example", "demo"].contains(first))
  }

  /// A file of tests, stand-ins or previews. `LinkPreview` and `SpeedTest` are features.
  var nameTestFile: Bool {
    guard let first = words.first, let last = words.last else { return false }
    if ["mock", "mocks", "tests", "stub", "stubs", "fixtures", "previews"].contains(last) {
      return !isExperiment
    }
    return words.count > 1 && ["mock", "fake", "stub"].contains(first)
  }

  /// `ABTests`: experiments with users.
  private var isExperiment: Bool {
    words.dropLast().last == "ab" || words.dropLast() == ["a", "b"]
  }

  private static let tests: Set<String> = [
    "test", "tests", "mock", "mocks", "fixture", "fixtures", "stubs", "fakes", "specs", "previews",
  ]
  private static let testThings: Set<String> = [
    "support", "utils", "utilities", "util", "helpers", "helper", "host", "data", "app", "kit",
    "case", "cases", "common", "plans", "resources", "files", "shared", "suite", "suites",
    "harness",
  ]
  private static let examples: Set<String> = [
    "example", "examples", "sample", "samples", "demo", "demos", "benchmark", "benchmarks",
    "snippets", "playground", "playgrounds", "docc",
  ]
}
