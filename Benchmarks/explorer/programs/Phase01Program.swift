/// Two tasks go through the same two locks and forget to release one of them.
///
/// It deadlocks in every order: whoever comes second waits for a lock that a finished task still
/// holds. After `phase01` of https://github.com/mc-imperial/sctbench.
enum Phase01Program {
  static func buggy() async throws {
    await run(releasesEntrance: false)
  }

  static func fixed() async throws {
    await run(releasesEntrance: true)
  }

  private static func run(releasesEntrance: Bool) async {
    let entrance = AsyncLock()
    let exit = AsyncLock()
    await withDiscardingTaskGroup { group in
      for _ in 0..<2 {
        group.addTask {
          await entrance.acquire()
          opaque()
          await entrance.release()
          opaque()
          await entrance.acquire()
          opaque()
          if releasesEntrance {
            await entrance.release()
            opaque()
          }
          await exit.acquire()
          opaque()
          await exit.release()
        }
      }
    }
  }
}
