import Synchronization
import Testing

@testable import IsoldeTesting

/// A list that tasks and tests share.
final class Collected<Element: Sendable>: Sendable {
  private let elements = Mutex<[Element]>([])
  func append(_ element: Element) { elements.withLock { $0.append(element) } }
  var all: [Element] { elements.withLock { $0 } }
}

/// The issues that a test gets from a body, which are kept from the test that asks.
func issues(from body: @Sendable () async throws -> Void) async throws -> [Issue] {
  let collected = Collected<Issue>()
  let handling = IssueHandlingTrait.compactMapIssues {
    collected.append($0)
    return nil
  }
  let test = try #require(Test.current)
  try await handling.provideScope(for: test, testCase: Test.Case.current, performing: body)
  return collected.all
}

/// An exploration with an environment of its own.
func session(
  _ environment: [String: String] = [:], onFailure: (@Sendable (String) -> Void)? = nil
) -> ExplorationSession {
  ExplorationSession(
    options: ExplorationOptions(), failureHandler: onFailure, sourceLocation: #_sourceLocation,
    environment: ExplorationEnvironment { environment[$0] })
}

/// Where the code that calls it is.
func here(_ location: SourceLocation = #_sourceLocation) -> SourceLocation { location }

struct Refused: Error {}
