import IsoldeModel
import IsoldeTree

/// Finds a continuation that two pieces of code can resume, neither of which claims it first.
struct ContinuationResumedByTwoOwners: Rule {
  static let info = RuleInfo(
    id: "continuation-resumed-by-two-owners", group: .continuations,
    summary: "a callback resumes a continuation that other code resumes as well, without a claim",
    reason:
      "when both happen the second resume traps, or corrupts memory if the continuation is unsafe",
    tier: .optIn, triggers: ContinuationSite.makers)

  func check(_ code: CodeContext, _ report: inout Reporter) {
    for site in ContinuationSite.all(in: code) where !site.isOpaque && !site.resumes.isEmpty {
      let owners = ContinuationOwners(site, code)
      for pair in owners.closureThenResume() + owners.storeThenResume() + owners.timers() {
        report.report(
          pair.place, pair.message,
          notes: [(pair.other, "it can also be resumed through here")], confidence: .resolved)
      }
      if let pair = CancellationOwner(site, code).find() {
        report.report(
          pair.place, pair.message,
          notes: [(pair.other, "the callback resumes it as well")], confidence: .resolved)
      }
    }
  }
}
