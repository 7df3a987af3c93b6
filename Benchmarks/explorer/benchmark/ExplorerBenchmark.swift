import ExplorerPrograms
import IsoldeExplorer

/// Compares the runs of an explorer with those of an executor that explores nothing.
@main
enum ExplorerBenchmark {
  static func main() async {
    let rounds = CommandLine.arguments.dropFirst().first.flatMap { Int($0) } ?? 3
    print(
      "program, random runs/s, random steps/s, depth first runs/s, floor runs/s, floor/depth first")
    for (name, body) in counting where name.hasPrefix("counter") {
      var (random, depth, floor, steps) = ([Double](), [Double](), [Double](), [Double]())
      for _ in 0..<rounds {
        let first = await runs(.randomWalk, body)
        random.append(first.runs)
        steps.append(first.steps)
        depth.append(await runs(.depthFirst, body).runs)
        floor.append(runsOnFloor(body))
      }
      print(
        name, median(random), median(steps), median(depth), median(floor),
        median(zip(floor, depth).map { $0 / $1 }), separator: "\t")
    }
    for name in ["counter_3x3", "counter_4x2", "readers_and_writer_5"] {
      guard let body = counting.first(where: { $0.name == name })?.body else { continue }
      var options = ExplorationOptions()
      options.strategy = .sourceDPOR
      options.runs = 1_000_000
      var times: [Double] = []
      var runs = 0
      for _ in 0..<rounds {
        guard let verdict = await Exploration(options, body: body).run() else { return }
        runs = verdict.runs
        times.append(verdict.duration / .milliseconds(1))
      }
      print("reduction", name, "\(runs) runs", "\(median(times)) ms", separator: "\t")
    }
  }

  private static func runs(
    _ strategy: ExplorationOptions.Strategy, _ body: @escaping @Sendable () async -> Void
  ) async -> (runs: Double, steps: Double) {
    var options = ExplorationOptions()
    options.strategy = strategy
    options.runs = 20_000
    options.cap = .seconds(60)
    guard let verdict = await Exploration(options, body: body).run() else { return (0, 0) }
    let seconds = verdict.duration / .seconds(1)
    return (Double(verdict.runs) / seconds, Double(verdict.steps) / seconds)
  }

  private static func runsOnFloor(_ body: @escaping @Sendable () async -> Void) -> Double {
    let executor = FloorExecutor()
    let start = ContinuousClock.now
    for _ in 0..<20_000 {
      Task(executorPreference: executor) { await body() }
      executor.drain()
    }
    return 20_000 / (start.duration(to: .now) / .seconds(1))
  }

  private static func median(_ values: [Double]) -> Double {
    let sorted = values.sorted()
    return (sorted[sorted.count / 2] * 100).rounded() / 100
  }
}
