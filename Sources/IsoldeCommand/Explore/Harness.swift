/// What is compiled together with a file to make a program of it.
enum Harness {
  /// The name of its own source.
  static let fileName = "isolde-scenario-program.swift"

  /// The source.
  static func source(of kind: ScenarioKind) -> String {
    """
    import IsoldeExplorer

    @main
    enum IsoldeScenarioProgram {
      static func main() async {
        await IsoldeExplorer.ScenarioProgram.run(\(kind.rawValue): \(kind.rawValue))
      }
    }

    """
  }

  /// Stands for the module behind IsoldeExplorer, which the compiler wants to find and does not need.
  static let moduleMap = "module CExplorerRuntime {}\n"
}
