import Foundation
import PackagePlugin

/// Generates the catalogue of rules, so that a rule is one source file and one page and no list.
@main
struct EmbedRulePages: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: Target) throws -> [Command] {
    guard let target = target as? SourceModuleTarget else { return [] }
    let rules = target.directoryURL.appending(path: "Rules")
    let files = FileManager.default.enumerator(at: rules, includingPropertiesForKeys: nil)
    var inputs: [URL] = []
    while let file = files?.nextObject() as? URL {
      if ["swift", "md"].contains(file.pathExtension) { inputs.append(file) }
    }
    inputs.sort { $0.path < $1.path }
    let output = context.pluginWorkDirectoryURL.appending(path: "RuleCatalog.swift")
    return [
      .buildCommand(
        displayName: "Embedding rule pages",
        executable: try context.tool(named: "RuleCatalogGenerator").url,
        arguments: [output.path] + inputs.map(\.path),
        inputFiles: inputs,
        outputFiles: [output])
    ]
  }
}
