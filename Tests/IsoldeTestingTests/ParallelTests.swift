import Testing

@testable import IsoldeTesting

@Suite("Explorations in parallel")
struct ParallelTests {
  @Test("take as many runs as alone, beside ordinary tasks")
  func runCounts() async throws {
    let alone = try #require(await explore { _ = await countTwice() })
    let counts = await withTaskGroup(of: Int?.self) { group in
      for _ in 0..<8 {
        group.addTask { await explore { _ = await countTwice() }?.runs }
        group.addTask {
          for _ in 0..<200 { _ = await countTwice() }
          return nil
        }
      }
      return await group.reduce(into: [Int]()) { counts, count in
        if let count { counts.append(count) }
      }
    }
    #expect(alone.runs > 1)
    #expect(counts == Array(repeating: alone.runs, count: 8))
  }

  @Test("get the issues of their own detached tasks, and no others")
  func detachedTasks() async throws {
    let lines = await withTaskGroup(of: [String].self) { group in
      for number in 0..<8 {
        group.addTask {
          let found = try? await issues {
            await explore {
              await Task.detached {
                await Task.yield()
                // Half of them pass.
                if number.isMultiple(of: 2) { Issue.record("from \(number)") }
              }.value
            }
          }
          return (found ?? []).map { "\(number): \($0.comments.first?.rawValue ?? "")" }
        }
      }
      return await group.reduce(into: [String]()) { $0 += $1 }
    }
    #expect(lines.sorted() == ["0: from 0", "2: from 2", "4: from 4", "6: from 6"])
  }

  @Test("give detached tasks the test that they belong to")
  func detachedTasksKnowTheirTest() async throws {
    let names = Collected<String?>()
    await explore {
      await Task.detached { names.append(Test.current?.name) }.value
      await withDiscardingTaskGroup { group in
        group.addTask {
          await Task.detached(name: "nested") {
            await Task.detached { names.append(Test.current?.name) }.value
          }.value
        }
      }
    }
    #expect(Set(names.all) == ["detachedTasksKnowTheirTest()"])
  }

  @TaskLocal private static var label = "none"

  @Test("leave task-local values that detached tasks set themselves alone")
  func ownValues() async throws {
    let labels = Collected<String>()
    await Self.$label.withValue("outer") {
      await explore {
        await Task.detached {
          labels.append(Self.label)
          await Self.$label.withValue("inner") {
            await Task.yield()
            labels.append(Self.label)
          }
          labels.append(Self.label)
        }.value
      }
    }
    #expect(Array(labels.all.prefix(3)) == ["outer", "inner", "outer"])
  }
}
