// swift-tools-version: 6.2
import PackageDescription

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The directory with the SwiftSyntax modules of the toolchain that runs this manifest.
///
/// The manifest runs with that toolchain's `libPackageDescription` mapped, so the memory map names
/// exactly the building toolchain, whatever `PATH` says. `nil` where there are no host modules.
func toolchainSyntaxDirectory() -> String? {
  var candidates: [String] = []
  if let given = Context.environment["ISOLDE_SWIFT_HOST_LIBS"] { candidates.append(given) }
  if let maps = fopen("/proc/self/maps", "r") {
    defer { fclose(maps) }
    var line = [CChar](repeating: 0, count: 4096)
    while fgets(&line, Int32(line.count), maps) != nil {
      let text = String(
        decoding: line.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
      guard let marker = text.range(of: "/usr/lib/swift/pm/"),
        let start = text.firstIndex(of: "/")
      else { continue }
      candidates.append(text[start..<marker.lowerBound] + "/usr/lib/swift/host")
      break
    }
  }
  return candidates.first { access($0 + "/SwiftSyntax.swiftmodule", R_OK) == 0 }
}

extension String {
  func range(of marker: String) -> Range<Index>? {
    var start = startIndex
    while start < endIndex {
      if self[start...].hasPrefix(marker) {
        return start..<index(start, offsetBy: marker.count)
      }
      start = index(after: start)
    }
    return nil
  }
}

let hostDirectory =
  Context.environment["ISOLDE_SWIFT_SYNTAX"] == "package" ? nil : toolchainSyntaxDirectory()

/// What a target needs that imports SwiftSyntax, directly or through another target.
let syntaxSwiftSettings: [SwiftSetting] =
  hostDirectory.map { [.unsafeFlags(["-I", $0])] } ?? []
let syntaxLinkerSettings: [LinkerSetting] =
  hostDirectory.map {
    [.unsafeFlags(["-L", $0, "-Xlinker", "-rpath", "-Xlinker", $0])]
  } ?? []

#if compiler(>=6.4)
  let syntaxVersion: Version = "604.0.0"
#elseif compiler(>=6.3)
  let syntaxVersion: Version = "603.0.0"
#else
  let syntaxVersion: Version = "602.0.0"
#endif
let syntaxPackages: [Package.Dependency] =
  hostDirectory == nil
  ? [.package(url: "https://github.com/swiftlang/swift-syntax.git", from: syntaxVersion)] : []
let syntaxProducts: [Target.Dependency] =
  hostDirectory == nil
  ? [
    .product(name: "SwiftSyntax", package: "swift-syntax"),
    .product(name: "SwiftParser", package: "swift-syntax"),
  ] : []

/// What code needs that is explored: optimisation fuses calls to an actor, and leaves less to explore.
let exploredSettings: [SwiftSetting] = [.unsafeFlags(["-Onone"])]

let package = Package(
  name: "swift-isolde",
  platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
  products: [
    .executable(name: "isolde", targets: ["IsoldeCommand"]),
    // Static, so that what it replaces in the runtime comes before the runtime itself.
    .library(name: "IsoldeExplorer", type: .static, targets: ["IsoldeExplorer"]),
    .plugin(name: "IsoldePlugin", targets: ["IsoldePlugin"]),
    // In a dynamic library the runtime would not find the functions that are put before its own.
    .library(name: "IsoldeTesting", type: .static, targets: ["IsoldeTesting"]),
  ],
  dependencies: syntaxPackages,
  targets: [
    .target(name: "IsoldeTree"),
    .target(
      name: "IsoldeSyntax",
      dependencies: ["IsoldeTree"] + syntaxProducts,
      swiftSettings: syntaxSwiftSettings,
      linkerSettings: syntaxLinkerSettings),
    .target(name: "IsoldeModel", dependencies: ["IsoldeTree"]),
    .target(
      name: "IsoldeRules",
      dependencies: ["IsoldeModel", "IsoldeTree"],
      plugins: ["EmbedRulePages"]),
    .target(
      name: "IsoldeChecker",
      dependencies: ["IsoldeSyntax", "IsoldeRules", "IsoldeModel", "IsoldeTree"],
      swiftSettings: syntaxSwiftSettings),
    .executableTarget(
      name: "IsoldeCommand",
      dependencies: ["IsoldeChecker", "IsoldeRules", "IsoldeTree"],
      swiftSettings: syntaxSwiftSettings),
    .target(name: "CExplorerRuntime"),
    .target(name: "IsoldeExplorer", dependencies: ["CExplorerRuntime"]),
    .target(name: "IsoldeTesting", dependencies: ["IsoldeExplorer", "CExplorerRuntime"]),
    .executableTarget(name: "RuleCatalogGenerator"),
    .executableTarget(
      name: "CheckerBenchmark",
      dependencies: ["IsoldeChecker", "IsoldeSyntax", "IsoldeTree"] + syntaxProducts,
      path: "Benchmarks/checker",
      swiftSettings: syntaxSwiftSettings),
    .plugin(
      name: "EmbedRulePages",
      capability: .buildTool(),
      dependencies: ["RuleCatalogGenerator"]),
    .plugin(
      name: "IsoldePlugin",
      capability: .command(
        intent: .custom(
          verb: "isolde",
          description: "Find concurrency bugs that a green Swift 6 build still contains"))),
    .target(
      name: "ExplorerPrograms", path: "Benchmarks/explorer/programs",
      swiftSettings: exploredSettings),
    .executableTarget(
      name: "ExplorerBenchmark", dependencies: ["IsoldeExplorer", "ExplorerPrograms"],
      path: "Benchmarks/explorer/benchmark"),
    .testTarget(name: "CExplorerRuntimeTests", dependencies: ["CExplorerRuntime"]),
    .testTarget(
      name: "IsoldeExplorerTests", dependencies: ["IsoldeExplorer", "ExplorerPrograms"],
      swiftSettings: exploredSettings),
    .testTarget(
      name: "IsoldeTestingTests", dependencies: ["IsoldeTesting"], swiftSettings: exploredSettings),
    .testTarget(name: "IsoldeTreeTests", dependencies: ["IsoldeTree"]),
    .testTarget(
      name: "IsoldeCommandTests",
      dependencies: ["IsoldeCommand"],
      swiftSettings: syntaxSwiftSettings),
    .testTarget(
      name: "IsoldeModelTests",
      dependencies: ["IsoldeModel", "IsoldeSyntax", "IsoldeTree"],
      swiftSettings: syntaxSwiftSettings),
    .testTarget(
      name: "IsoldeRulesTests",
      dependencies: ["IsoldeRules", "IsoldeModel", "IsoldeSyntax", "IsoldeTree"],
      exclude: ["Prelude.txt"],
      swiftSettings: syntaxSwiftSettings),
    .testTarget(
      name: "IsoldeCheckerTests",
      dependencies: ["IsoldeChecker", "IsoldeSyntax", "IsoldeRules", "IsoldeModel", "IsoldeTree"],
      swiftSettings: syntaxSwiftSettings),
    .testTarget(
      name: "IsoldeSyntaxTests",
      dependencies: ["IsoldeSyntax", "IsoldeTree"],
      swiftSettings: syntaxSwiftSettings),
  ],
  swiftLanguageModes: [.v6]
)

// Whoever works on Isolde asks for this; a package that depends on it need not.
if Context.environment["ISOLDE_WARNINGS"] == "errors" {
  for target in package.targets where target.type != .plugin && target.name != "CExplorerRuntime" {
    target.swiftSettings = (target.swiftSettings ?? []) + [.treatAllWarnings(as: .error)]
  }
}
