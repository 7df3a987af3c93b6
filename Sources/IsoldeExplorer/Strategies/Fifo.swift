/// Runs jobs in the order in which they became ready, once.
struct Fifo: Strategy {
  func beginRun() -> RunPlan { RunPlan(takesFirst: true) }
  func choose(_ choice: Choice) -> Int { 0 }
  func endRun(_ record: RunRecord) -> Bool { false }
}
