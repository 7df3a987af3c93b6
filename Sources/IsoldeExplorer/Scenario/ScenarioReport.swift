internal import CExplorerRuntime

/// What a scenario program says to the program that started it.
///
/// The keys are those of `Documentation/explore-report.schema.json`.
enum ScenarioReport {
  /// The report of a program that does not explore.
  static func refusal(_ message: String) -> JSONText {
    .object([("verdict", .string("refused")), ("message", .string(message))])
  }

  /// The report of a program that was to die and did not.
  static let survived = JSONText.object([("verdict", .string("passed"))])

  // MARK: An exploration

  static func report(
    of session: ScenarioSession, verdict: Verdict, counts: ScenarioSession.Counts.State,
    timeline: [TimelineRow]?
  ) -> JSONText {
    let reduced = counts.choosers.first { $0.name == "source-dpor" }?.runs ?? 0
    return .object([
      ("verdict", .string(name(of: verdict))),
      ("capabilities", capabilities(of: session)),
      ("runs", .integer(verdict.runs)),
      ("steps", .integer(counts.steps)),
      ("classes", .integer(verdict.isExhaustive ? reduced - verdict.blockedRuns : 0)),
      ("blockedRuns", .integer(verdict.blockedRuns)),
      ("exhaustive", .boolean(verdict.isExhaustive)),
      ("deterministic", .boolean(verdict.isDeterministic)),
      ("foreignResumes", .integer(verdict.foreignResumes)),
      ("endedBy", .string(verdict.end.rawValue)),
      ("strategyRuns", .object(counts.choosers.map { ($0.name, .integer($0.runs)) })),
      ("firstFailureRun", .integer(verdict.failure?.run)),
      ("coverage", .string(verdict.coverage)),
      ("invisible", .array([])),
      ("failure", verdict.failure.map { failure($0, strategy: counts.lastChooser) } ?? .null),
      ("timeline", timeline.map { rows($0) } ?? .null),
      ("outcomes", .array(outcomes(of: session))),
    ])
  }

  private static func name(of verdict: Verdict) -> String {
    switch verdict.failure?.kind {
    case nil: "passed"
    case .deadlock, .leakedContinuation, .blocked: "hung"
    case .issue, .error, .livelock, .doubleResume: "failed"
    }
  }

  private static func capabilities(of session: ScenarioSession) -> JSONText {
    .array(session.capabilities.split(separator: ", ").map { .string(String($0)) })
  }

  private static func outcomes(of session: ScenarioSession) -> [JSONText] {
    (session.tally?.lines ?? []).map { line in
      let token = ReplayToken(
        picks: line.picks, allowsAllOrders: session.arguments.options.allowsAllOrders)
      return .object([
        ("value", .string(line.value)),
        ("runs", .integer(line.runs)),
        ("replay", .string(token.description)),
      ])
    }
  }

  private static func failure(_ failure: ExplorationFailure, strategy: String) -> JSONText {
    let waiting = failure.suspended.lazy.compactMap { $0.stack.first }.first
    return .object([
      ("kind", .string(failure.kind.rawValue)),
      ("message", .string(failure.message)),
      ("strategy", .string(strategy)),
      ("location", location(waiting ?? lastPlace(of: failure.timeline))),
      ("replay", .string(failure.token.description)),
      ("steps", .integer(failure.timeline.count)),
      ("deviations", .integer(failure.token.deviations.count)),
      ("shrinkRuns", .integer(failure.shrinkRuns)),
      ("cause", .array(failure.cause.map { .string($0) })),
      ("timeline", rows(failure.timeline)),
      ("suspended", .array(failure.suspended.map { suspended($0) })),
    ])
  }

  // MARK: A run that ends the process

  static func report(
    ofRunThatDies session: ScenarioSession, engine: OpaquePointer,
    frames: UnsafeBufferPointer<UnsafeRawPointer?>
  ) -> JSONText {
    let observer = RunObserver(engine: engine, record: RunRecord(engine, end: .quiet))
    let timeline = observer.timeline()
    // The innermost frames are those of the handler, which is in C.
    let place = frames.lazy.compactMap { RunObserver.place(at: $0) }
      .first { $0.isOfTheUser && $0.file?.hasSuffix(".swift") == true }
    let token = session.arguments.replay ?? ReplayToken(base: .fifo)
    return .object([
      ("verdict", .string("crashed")),
      ("capabilities", capabilities(of: session)),
      ("location", location(place ?? lastPlace(of: timeline))),
      ("replay", .string(token.description)),
      ("deviations", .integer(token.deviations.count)),
      ("timeline", rows(timeline)),
    ])
  }

  // MARK: Parts

  private static func lastPlace(of timeline: [TimelineRow]) -> CodePlace? {
    timeline.last { $0.place.isOfTheUser }?.place
  }

  private static func location(_ place: CodePlace?) -> JSONText {
    guard let place, place.isOfTheUser else { return .null }
    return .object([("file", .string(place.file)), ("line", .integer(place.line))])
  }

  /// Long runs are endless ones, and what comes in their middle says nothing.
  private static let shownRows = 1000

  private static func rows(_ timeline: [TimelineRow]) -> JSONText {
    let isLong = timeline.count > shownRows
    let shown =
      isLong
      ? timeline.prefix(shownRows / 2) + timeline.suffix(shownRows / 2) : timeline[...]
    return .array(
      shown.map { row in
        let place = row.place.isOfTheUser ? row.place : CodePlace()
        return .object([
          ("step", .integer(row.step)),
          ("task", .string(row.task)),
          ("isolation", .string(row.isolation)),
          ("file", .string(place.file)),
          ("line", .integer(place.line)),
          ("event", .string(row.event.rawValue)),
        ])
      })
  }

  private static func suspended(_ task: SuspendedTask) -> JSONText {
    .object([
      ("task", .string(task.task)),
      ("waitsFor", .string(task.waitsFor)),
      (
        "stack",
        .array(
          task.stack.map { place in
            .object([
              ("function", .string(place.function)),
              ("file", .string(place.file)),
              ("line", .integer(place.line)),
            ])
          })
      ),
    ])
  }
}
