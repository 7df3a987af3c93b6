import Foundation
import PackagePlugin

/// Runs a release build of `isolde` on the package: `swift package isolde check`.
///
/// No tool dependency is declared: SwiftPM would build the tool in debug, and a debug build reads
/// Swift many times slower. Asking for the product builds it once in release, also when it belongs
/// to a dependency.
@main
struct IsoldePlugin: CommandPlugin {
  func performCommand(context: PluginContext, arguments: [String]) throws {
    let build = try packageManager.build(
      .product("isolde"), parameters: .init(configuration: .release, echoLogs: false))
    guard build.succeeded,
      let tool = build.builtArtifacts.first(where: { $0.kind == .executable })
    else {
      Diagnostics.error("isolde could not be built:\n\(build.logText)")
      return
    }
    if arguments.first == "explore" {
      // What scenarios are linked with is looked for beside the tool.
      let library = try packageManager.build(
        .product("IsoldeExplorer"), parameters: .init(configuration: .release, echoLogs: false))
      guard library.succeeded else {
        Diagnostics.error("the library for scenarios could not be built:\n\(library.logText)")
        return
      }
    }
    let process = Process()
    process.executableURL = tool.url
    process.arguments = arguments
    process.currentDirectoryURL = context.package.directoryURL
    try process.run()
    process.waitUntilExit()
    if process.terminationStatus != 0 { exit(process.terminationStatus) }
  }
}
