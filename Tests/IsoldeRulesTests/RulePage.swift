import Foundation
import IsoldeModel
import IsoldeRules
import IsoldeSyntax
import IsoldeTree

/// A rule's page, read as tests.
struct RulePage {
  /// One fenced piece of Swift.
  struct Example: CustomStringConvertible {
    /// The words behind `swift` on the opening fence.
    var options: [String]
    /// The code with its marks.
    var code: String
    /// The line of the page on which the code starts.
    var line: Int

    var description: String { "the example on line \(line)" }
    /// Whether this is what the fix makes of the example before it.
    var isFixed: Bool { options.contains("fixed") }
    /// Whether this is shown but not judged.
    var isIgnored: Bool { options.contains("ignored") }
  }

  /// What a mark says about its line.
  struct Mark: Hashable {
    var line: Int
    var level: String
    var rule: String
  }

  let title: String
  let sections: [String]
  let examples: [Example]

  init(_ text: String) {
    var title = ""
    var sections: [String] = []
    var examples: [Example] = []
    var open: Example?
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
    {
      if let example = open {
        if line.hasPrefix("```") {
          examples.append(example)
          open = nil
        } else {
          open?.code += line + "\n"
        }
      } else if line.hasPrefix("```swift") {
        let options = line.dropFirst("```swift".count).split(separator: " ").map(String.init)
        open = Example(options: options, code: "", line: index + 2)
      } else if line.hasPrefix("# ") {
        title = String(line.dropFirst(2))
      } else if line.hasPrefix("## ") {
        sections.append(String(line.dropFirst(3)))
      }
    }
    self.title = title
    self.sections = sections
    self.examples = examples
  }
}

extension RulePage.Example {
  /// The marks in the code: `// warning: some-rule` expects a finding on its line.
  var marks: Set<RulePage.Mark> {
    var marks: Set<RulePage.Mark> = []
    for (index, line) in code.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
    {
      guard let comment = Self.mark(in: line) else { continue }
      let words = line[comment...].dropFirst(2).split(separator: " ")
      guard words.count >= 2, ["error:", "warning:", "note:"].contains(words[0]) else { continue }
      marks.insert(
        .init(line: index + 1, level: String(words[0].dropLast()), rule: String(words[1])))
    }
    return marks
  }

  /// The code as a user would have written it: without the marks.
  var plainCode: String {
    code.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      guard let mark = Self.mark(in: line) else { return String(line) }
      var bare = line[..<mark]
      while bare.last == " " { bare.removeLast() }
      return String(bare)
    }.joined(separator: "\n")
  }

  private static func mark(in line: Substring) -> Substring.Index? {
    for level in ["error:", "warning:", "note:", "ok"] {
      if let found = line.range(of: "// \(level)") { return found.lowerBound }
    }
    return nil
  }

  /// The findings of one rule in the code, as a project of one file.
  func findings(of rule: any Rule.Type) -> [Finding] {
    Self.findings(of: rule, in: plainCode, options: options)
  }

  static func findings(
    of rule: any Rule.Type, in code: String, options: [String], mode: FrontEnd.Mode = .focused
  ) -> [Finding] {
    let tree = FrontEnd.read(SourceText(code), mode: mode)
    var settings = ModuleSettings(name: "Example")
    for option in options {
      let parts = option.split(separator: "=", maxSplits: 1).map(String.init)
      guard parts.count == 2 else { continue }
      switch parts[0] {
      case "defaultIsolation": settings.defaultsToMainActor = parts[1] == "MainActor"
      case "languageMode": settings.languageMode = Int(parts[1])
      case "toolsVersion": settings.toolsVersion = Int(parts[1])
      case "features":
        settings.upcomingFeatures = Set(parts[1].split(separator: ",").map(String.init))
      default: break
      }
    }
    let unit = SourceUnit(
      path: "Example.swift", tree: tree, facts: FactCollector.collect(tree), module: 0,
      role: .production)
    let project = Project(units: [unit], modules: [settings])
    return RuleRunner([rule]).run(on: FileContext(project: project, unit: 0))
  }
}
