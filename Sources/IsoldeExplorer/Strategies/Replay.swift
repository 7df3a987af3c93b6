/// Runs one schedule: the picks that it was given, then first come, first served.
struct Replay: Strategy {
  /// What was picked wherever there was something to choose.
  var picks: [UInt32]

  func beginRun() -> RunPlan { RunPlan(picks: picks, takesFirst: true) }
  func choose(_ choice: Choice) -> Int { 0 }
  func endRun(_ record: RunRecord) -> Bool { false }
}
