import IsoldeChecker
import IsoldeRules
import Testing

@Suite("A fingerprint")
struct FingerprintTests {
  static let source = """
    actor Wallet {
      func pay(_ amount: Int) async {
        await audit(amount)
      }
    }

    """

  /// The fingerprints of all findings at `audit`.
  private func prints(
    _ source: String, path: String = "A.swift", rule: RuleInfo = Sample.rule
  ) -> [String] {
    var sample = Sample((path: path, source: source))
    let count = source.split(separator: "audit", omittingEmptySubsequences: false).count - 1
    for occurrence in 0..<count { sample.find("audit", occurrence: occurrence, rule: rule) }
    return sample.report().findings.map(\.fingerprint.description)
  }

  private func replacing(_ old: String, by new: String) -> [String] {
    prints(
      Self.source.split(separator: old, omittingEmptySubsequences: false).joined(separator: new))
  }

  @Test("is the same on every machine and in every process")
  func stability() {
    #expect(prints(Self.source) == ["cb15999236396c09"])
  }

  @Test("stays when lines are added above, when code is indented, and when the file is renamed")
  func unchanged() {
    #expect(prints("// licence\n\n" + Self.source) == prints(Self.source))
    #expect(replacing("    await ", by: "\t\tawait   ") == prints(Self.source))
    #expect(replacing("\n", by: "\r\n") == prints(Self.source))
    #expect(prints(Self.source, path: "Other/B.swift") == prints(Self.source))
  }

  @Test("stays when a member moves into an extension")
  func extensionMember() {
    #expect(replacing("actor Wallet", by: "extension Wallet") == prints(Self.source))
  }

  @Test("is another one for another rule, line, function, label or type")
  func changed() {
    let all = [
      prints(Self.source), prints(Self.source, rule: Sample.severeRule),
      replacing("audit(amount)", by: "audit(other)"), replacing("pay", by: "buy"),
      replacing("_ amount", by: "of amount"), replacing("Wallet", by: "Purse"),
    ]
    #expect(Set(all).count == all.count)
  }

  @Test("tells equal findings of one file apart")
  func ordinal() {
    let prints = replacing(
      "await audit(amount)", by: "await audit(amount)\n    await audit(amount)")
    #expect(Set(prints).count == 2)
    #expect(prints[0] == self.prints(Self.source)[0])
  }

  @Test("is read back from its text, and from nothing else")
  func text() {
    let print = Fingerprint(value: 0xAB)
    #expect(print.description == "00000000000000ab")
    #expect(Fingerprint(print.description) == print)
    for text in ["", "ab", "00000000000000AB", "+0000000000000ab", "00000000000000abc"] {
      #expect(Fingerprint(text) == nil)
    }
  }
}
