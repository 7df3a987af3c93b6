import IsoldeExplorer

// A module that is built with `MemberImportVisibility` imports `IsoldeExplorer` as well to look into
// these.

/// How a body is explored: how many runs, for how long, by which strategy.
///
/// A seed of zero, which is the default, stands for one that is made from the identity of the test.
public typealias ExplorationOptions = IsoldeExplorer.ExplorationOptions

/// What an exploration came to: what failed, or what was covered.
public typealias ExplorationVerdict = IsoldeExplorer.Verdict

/// A schedule that can be run again.
public typealias ReplayToken = IsoldeExplorer.ReplayToken
