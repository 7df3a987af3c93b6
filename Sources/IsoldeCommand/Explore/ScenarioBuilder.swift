import Foundation
import IsoldeChecker

/// Makes a program of a scenario, or finds one that was made before.
struct ScenarioBuilder {
  let compiler: SwiftCompiler
  let library: ExplorerLibrary
  let scratch: ScratchFolder
  let usesCache: Bool

  /// A program, or what the compiler said instead.
  struct Build {
    var program: String?
    var complaints = ""
    var seconds = 0.0
  }

  /// - Throws: An error if the compiler does not start.
  func build(_ path: String, _ source: [UInt8], _ kind: ScenarioKind) throws -> Build {
    let start = ContinuousClock.now
    let cache = usesCache ? ProgramCache() : nil
    // The path is in the program as well: reports name it.
    let key = ProgramCache.key([
      source, Array(path.utf8), Array(Harness.source(of: kind).utf8),
      Array(library.identity.utf8), Array(compiler.path.utf8), Array(compiler.version.utf8),
      Array(BuildIdentity.current(version: Version.number).utf8),
    ])
    if let program = cache?.program(key) { return Build(program: program) }
    let (program, complaints) = try compiler.compile(path, kind, with: library, in: scratch)
    if let program { cache?.store(program, as: key) }
    return Build(
      program: program, complaints: complaints,
      seconds: start.duration(to: .now) / .seconds(1))
  }
}
