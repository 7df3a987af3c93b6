/// Small files to explore.
enum Scenarios {
  static let passing = """
    actor Tally {
      private var count = 0
      func add() { count += 1 }
    }

    func scenario() async throws {
      let tally = Tally()
      await withDiscardingTaskGroup { group in
        for _ in 0..<2 { group.addTask { await tally.add() } }
      }
    }

    """

  static let failing = """
    struct Lost: Error {}

    actor Account {
      var balance = 0
      func set(_ value: Int) { balance = value }
    }

    func deposit(_ account: Account) async {
      let balance = await account.balance
      await Task.yield()
      await account.set(balance + 1)
    }

    func scenario() async throws {
      let account = Account()
      await withDiscardingTaskGroup { group in
        group.addTask(name: "rent") { await deposit(account) }
        group.addTask(name: "food") { await deposit(account) }
      }
      print("both are done")
      if await account.balance != 2 { throw Lost() }
    }

    """

  static let hung = """
    func scenario() async throws {
      await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }
    }

    """

  /// It traps only if the last of three tasks is the first on the actor.
  static let crashing = """
    actor Line {
      private var count = 0
      func join() -> Int {
        count += 1
        return count
      }
    }

    func scenario() async throws {
      let line = Line()
      await withDiscardingTaskGroup { group in
        for number in 1...3 {
          group.addTask {
            let place = await line.join()
            if number == 3, place == 1 { fatalError("the last one came first") }
          }
        }
      }
    }

    """

  static let doubleResume = """
    func scenario() async throws {
      await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
        continuation.resume()
        continuation.resume()
      }
    }

    """

  static let blocked = """
    import Dispatch

    func block() { DispatchSemaphore(value: 0).wait() }

    func scenario() async throws { block() }

    """

  static let outcome = failing.replacing(
    "func scenario() async throws {",
    with: """
      func outcome() async -> Int {
      """
  ).replacing(
    "if await account.balance != 2 { throw Lost() }", with: "return await account.balance")

  static let broken = "func scenario() async throws { let text: String = 1 }\n"
}
