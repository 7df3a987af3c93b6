// swift-tools-version: 6.2
import PackageDescription

// Everything here compiles in Swift 6 mode without a warning, and every file has a bug.
let package = Package(
  name: "Mistakes",
  platforms: [.macOS(.v15), .iOS(.v18)],
  targets: [.target(name: "Mistakes")],
  swiftLanguageModes: [.v6]
)
