import Synchronization
import Testing

@testable import IsoldeExplorer

actor Register {
  var value = 0
  func get() -> Int { value }
  func set(_ new: Int) { value = new }
  func add() { value += 1 }
}

/// Runs tasks in a group whose results nobody reads.
func together(_ tasks: [@Sendable () async -> Void]) async {
  await withDiscardingTaskGroup { group in
    for task in tasks { group.addTask { await task() } }
  }
}

/// Explores with reduction on a thread of its own.
func reduced(
  maximumRuns: Int = 200_000, _ body: @escaping @Sendable () async throws -> Void
) async -> (runs: Int, blocked: Int) {
  await Task(executorPreference: HostThread()) {
    precondition(RuntimeCapabilities.observed.isSuperset(of: .required))
    let runner = Runner(body: body)
    var strategy = SourceDPOR()
    var runs = 0
    while runs < maximumRuns {
      runs += 1
      if !runner.run(&strategy, judge: { _ in }).continues { break }
    }
    return (runs, strategy.blockedRuns)
  }.value
}

@Suite("Reduction")
struct ReductionTests {
  @Test(
    "runs one schedule for each order of the calls to one actor",
    arguments: [(2, 1, 2), (3, 1, 6), (3, 2, 90), (3, 3, 1_680)])
  func oneActor(tasks: Int, calls: Int, classes: Int) async {
    let result = await reduced {
      let register = Register()
      await together(
        (0..<tasks).map { _ in
          {
            for _ in 0..<calls {
              await register.add()
              opaque()
            }
          }
        })
    }
    #expect(result.runs == classes)
    #expect(result.blocked == 0)
  }

  @Test("runs one schedule of tasks that each have an actor of their own")
  func fourActors() async {
    let result = await reduced {
      await together(
        (0..<4).map { _ in
          {
            let register = Register()
            for _ in 0..<2 {
              await register.add()
              opaque()
            }
          }
        })
    }
    #expect(result.runs == 1)
    #expect(result.blocked == 0)
  }

  @Test("runs the calls of four tasks to one actor in every order")
  func fourTasks() async {
    let result = await reduced {
      let register = Register()
      await together(
        (0..<4).map { _ in
          {
            for _ in 0..<2 {
              await register.add()
              opaque()
            }
          }
        })
    }
    #expect(result.runs == 2_520)
    #expect(result.blocked == 0)
  }

  @Test("takes calls that leave an actor as it was in any order")
  func readers() async {
    let result = await reduced {
      let register = Register()
      await withDiscardingTaskGroup { group in
        group.addTask {
          await register.set(1)
          opaque()
        }
        for _ in 0..<5 {
          group.addTask {
            _ = await register.get()
            opaque()
          }
        }
      }
    }
    #expect(result.runs == 32)
    #expect(result.blocked == 0)
  }
}
