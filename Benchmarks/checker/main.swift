import Foundation
import IsoldeChecker

// Measures the checker on real code against what bounds it: the bare parse of the same files, and
// `swift format lint`. Every round runs every candidate once, so that a slow moment of the machine
// hits all of them; medians of CPU seconds are compared as ratios.
//
//   swift run -c release CheckerBenchmark [--rounds N] FOLDER...

var folders: [String] = []
var rounds = 5
var words = CommandLine.arguments.dropFirst()
while let word = words.popFirst() {
  switch word {
  case "--rounds": rounds = words.popFirst().flatMap { Int($0) } ?? rounds
  case "parse":
    // A child of this very program: parses and does nothing else.
    ParseOnly.run(mode: words.popFirst() ?? "", folder: words.popFirst() ?? ".")
    exit(0)
  default: folders.append(word)
  }
}
guard !folders.isEmpty else {
  print("usage: swift run -c release CheckerBenchmark [--rounds N] FOLDER...")
  exit(2)
}
for folder in folders {
  let comparison = Comparison(folder: folder, rounds: rounds)
  comparison.run()
}
