import Foundation

/// The candidates on one folder, their medians and the ratios that matter.
struct Comparison {
  private let folder: String
  private let rounds: Int
  private let isolde: String
  private let own = CommandLine.arguments[0]

  init(folder: String, rounds: Int) {
    // The folder is copied, so that caches and edits do not touch it.
    let copy = FileManager.default.temporaryDirectory
      .appending(path: "isolde-benchmark-\(ProcessInfo.processInfo.processIdentifier)").path
    try? FileManager.default.removeItem(atPath: copy)
    try? FileManager.default.copyItem(atPath: folder, toPath: copy)
    try? FileManager.default.removeItem(atPath: copy + "/.isolde")
    self.folder = copy
    self.rounds = rounds
    isolde =
      URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
      .appending(path: "isolde").path
    print("\n\(folder), \(rounds) rounds")
  }

  func run() {
    var samples: [String: [Usage]] = [:]
    for _ in 0..<rounds {
      for (name, arguments) in candidates {
        prepare(name)
        samples[name, default: []].append(ChildProcess.run(arguments))
      }
    }
    report(samples)
    try? FileManager.default.removeItem(atPath: folder)
  }

  private var candidates: [(String, [String])] {
    let check = [isolde, "check", "--format", "json"]
    return [
      ("bare parse", [own, "parse", "bare", folder]),
      ("focused parse", [own, "parse", "focused", folder]),
      ("check", check + ["--no-cache", "--jobs", "1", folder]),
      ("check, 2 jobs", check + ["--no-cache", "--jobs", "2", folder]),
      ("check, tests too", check + ["--no-cache", "--jobs", "1", "--tests", "all", folder]),
      ("check, all rules", check + ["--no-cache", "--jobs", "1", "--preset", "strict", folder]),
      ("filling the cache", check + ["--jobs", "1", folder]),
      ("warm cache", check + ["--jobs", "1", folder]),
      ("one file edited", check + ["--jobs", "1", folder]),
      ("swift format lint", ["swift", "format", "lint", "-r", folder]),
    ]
  }

  private func prepare(_ name: String) {
    switch name {
    case "filling the cache":
      try? FileManager.default.removeItem(atPath: folder + "/.isolde")
    case "one file edited":
      edit()
    default: break
    }
  }

  /// Adds a function to the file of median size among those that the checker parses.
  private func edit() {
    let files = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []
    let swift = files.filter { $0.hasSuffix(".swift") }.map { folder + "/" + $0 }
    let sorted = swift.filter { size(of: $0) > 0 }.sorted { size(of: $0) < size(of: $1) }
    guard !sorted.isEmpty else { return }
    let file = sorted[sorted.count / 2]
    guard let text = try? String(contentsOfFile: file, encoding: .utf8) else { return }
    let line = "\nfunc edited\(UInt32.random(in: 0...9_999_999))() async { await Task.yield() }\n"
    try? (text + line).write(toFile: file, atomically: true, encoding: .utf8)
  }

  private func size(of file: String) -> Int {
    (try? FileManager.default.attributesOfItem(atPath: file)[.size] as? Int) ?? 0
  }

  // MARK: - Printing

  private func report(_ samples: [String: [Usage]]) {
    func cpu(_ name: String) -> Double { median(samples[name]?.map(\.cpu) ?? []) }
    func wall(_ name: String) -> Double { median(samples[name]?.map(\.wall) ?? []) }
    let bare = cpu("bare parse")
    // The bare parse includes tests, of which a check reads only declarations unless it is told to.
    let everything = cpu("check, tests too")
    print("lines parsed: \(samples["bare parse"]?.first?.output.filter { $0 != "\n" } ?? "")")
    for (name, _) in candidates {
      let memory = median(samples[name]?.map(\.memory) ?? [])
      print(
        "\(name.padding(toLength: 20, withPad: " ", startingAt: 0))"
          + " cpu \(format(cpu(name))) s  wall \(format(wall(name))) s"
          + "  peak \(Int(memory)) MiB  \(format(cpu(name) / bare)) x bare parse")
    }
    print(
      "own work / bare parse      \(format((everything - cpu("focused parse")) / bare))")
    print(
      "check / bare parse         \(format(everything / bare)), without tests \(format(cpu("check") / bare))"
    )
    print("swift format lint / check  \(format(cpu("swift format lint") / cpu("check")))")
    print("warm / cold                \(format(cpu("warm cache") / cpu("check")))")
    print("one edit / cold            \(format(cpu("one file edited") / cpu("check")))")
    print("speed-up with two jobs     \(format(wall("check") / wall("check, 2 jobs")))")
  }

  private func median(_ values: [Double]) -> Double {
    guard !values.isEmpty else { return .nan }
    let sorted = values.sorted()
    return (sorted[(sorted.count - 1) / 2] + sorted[sorted.count / 2]) / 2
  }

  private func format(_ value: Double) -> String { String(format: "%.3f", value) }
}
