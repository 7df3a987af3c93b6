internal import CExplorerRuntime
import IsoldeExplorer
import Testing

/// A trait whose tests are explored: each run is a call of the test, with a suite instance of its own.
///
/// What ``explore(_:runs:options:onFailure:sourceLocation:_:)`` says of a body holds for the test. On a suite it
/// holds for each of its tests; the trait that is nearest to a test counts.
public struct ExploredTrait: TestTrait, SuiteTrait, TestScoping {
  /// Tells traits apart.
  private final class Identity: Sendable {}

  private let runs: Int?
  private let options: ExplorationOptions
  private let identity = Identity()

  init(runs: Int?, options: ExplorationOptions) {
    self.runs = runs
    self.options = options
  }

  /// Whether tests in nested suites are explored as well: they are.
  public var isRecursive: Bool { true }

  /// Provides scope for each case of a test, and not for the test as a whole.
  ///
  /// - Parameters:
  ///   - test: The test.
  ///   - testCase: One of its cases.
  /// - Returns: The trait itself, unless another one is nearer to the test.
  public func scopeProvider(for test: Test, testCase: Test.Case?) -> ExploredTrait? {
    guard testCase != nil else { return nil }
    let nearest = test.traits.lazy.compactMap { $0 as? ExploredTrait }.last
    return nearest?.identity === identity ? self : nil
  }

  /// Explores a case of a test.
  ///
  /// - Parameters:
  ///   - test: The test.
  ///   - testCase: One of its cases.
  ///   - function: The closure as Swift Testing passed it; another one might lie on the stack, which the
  ///     exploration can outlive.
  /// - Throws: Nothing; what the test throws is recorded as an issue.
  public func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    _ = await ExplorationSession(runs: runs, options: options, sourceLocation: test.sourceLocation)
      .run(keepClosure(function))
  }
}

extension Trait where Self == ExploredTrait {
  /// Explores the test with the default options.
  public static var explored: Self { explored() }

  /// Explores the test.
  ///
  /// - Parameters:
  ///   - runs: The most runs; as `options` say by default.
  ///   - options: How to explore.
  /// - Returns: A trait for a test or a suite.
  public static func explored(
    runs: Int? = nil, options: ExplorationOptions = ExplorationOptions()
  ) -> Self {
    ExploredTrait(runs: runs, options: options)
  }
}

/// The same closure, to be kept beyond the call that it was passed to.
///
/// A run that can never end holds on to the test for ever, so that `withoutActuallyEscaping` would trap.
/// Swift Testing passes closures that are on the heap already; it is enough to retain them.
@_silgen_name("explorer_keep_closure")
private func keepClosure(
  _ function: @Sendable () async throws -> Void
) -> @Sendable () async throws -> Void
