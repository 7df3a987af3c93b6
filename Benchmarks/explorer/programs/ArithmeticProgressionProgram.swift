/// A consumer adds up a progression in step with its producer, and the sum is checked wrongly.
///
/// It fails in every order: the sum is the one that the check excludes. After `arithmetic_prog`
/// of https://github.com/mc-imperial/sctbench.
enum ArithmeticProgressionProgram {
  static func buggy(terms: Int) async throws {
    let (sum, expected) = await run(terms: terms)
    if sum == expected {
      throw YardstickFailure("the sum is \(sum)")
    }
  }

  static func fixed(terms: Int) async throws {
    let (sum, expected) = await run(terms: terms)
    if sum != expected {
      throw YardstickFailure("the sum is \(sum), not \(expected)")
    }
  }

  private static func run(terms: Int) async -> (sum: Int, expected: Int) {
    let slot = Slot(items: 0)
    let total = Cell()
    await withDiscardingTaskGroup { group in
      group.addTask {
        for _ in 1...terms {
          await slot.produce()
          opaque()
        }
      }
      group.addTask {
        for term in 1...terms {
          await slot.consume()
          opaque()
          await total.add(term)
          opaque()
        }
      }
    }
    return (await total.value, terms * (terms + 1) / 2)
  }
}
