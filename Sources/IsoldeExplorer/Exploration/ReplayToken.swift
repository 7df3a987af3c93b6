/// A schedule, as short as it can be written: where it differs from a simple order.
public struct ReplayToken: Sendable, Hashable, LosslessStringConvertible {
  struct Deviation: Sendable, Hashable {
    /// Counts the choices of the run.
    var choice: Int
    var pick: UInt32
  }

  var base: BaseOrder
  /// In the order of their choices.
  var deviations: [Deviation]
  /// Whether jobs may overtake each other as the language allows.
  var allowsAllOrders: Bool

  init(base: BaseOrder, deviations: [Deviation] = [], allowsAllOrders: Bool = false) {
    self.base = base
    self.deviations = deviations
    self.allowsAllOrders = allowsAllOrders
  }

  /// The schedule of a run that made these picks.
  init(picks: [UInt32], allowsAllOrders: Bool) {
    // First come, first served always picks the first, so that no run is needed to compare them.
    let deviations = picks.enumerated().lazy.filter { $0.element != 0 }
    self.init(
      base: .fifo, deviations: deviations.map { Deviation(choice: $0.offset, pick: $0.element) },
      allowsAllOrders: allowsAllOrders)
  }

  /// How hard it is to see what makes a schedule fail: where a simple order fails by itself, one or two
  /// steps that make the other order fail say more.
  var explanationCost: Int { deviations.isEmpty ? 3 : deviations.count }

  // MARK: Text

  private static let digits = Array("0123456789abcdefghjkmnpqrstvwxyz".utf8)

  /// Reads what `description` wrote; `nil` if it is none.
  public init?(_ description: String) {
    var text = Substring(description)
    let letter = text.popFirst()
    switch letter {
    case "p", "P":
      guard let picks = Self.picks(in: text) else { return nil }
      let token = ReplayToken(picks: picks, allowsAllOrders: letter == "P")
      (base, allowsAllOrders, deviations) = (.fifo, token.allowsAllOrders, token.deviations)
      return
    case "f": (base, allowsAllOrders) = (.fifo, false)
    case "F": (base, allowsAllOrders) = (.fifo, true)
    case "c": (base, allowsAllOrders) = (.runToCompletion, false)
    case "C": (base, allowsAllOrders) = (.runToCompletion, true)
    default: return nil
    }
    var numbers: [Int] = []
    var (number, shift) = (0, 0)
    for byte in text.utf8 {
      guard let digit = Self.digits.firstIndex(of: byte), shift < 40 else { return nil }
      number |= (digit & 15) << shift
      shift += 4
      if digit < 16 {
        numbers.append(number)
        (number, shift) = (0, 0)
      }
    }
    guard shift == 0, numbers.count.isMultiple(of: 2) else { return nil }
    deviations = []
    var choice = 0
    for index in stride(from: 0, to: numbers.count, by: 2) {
      choice += numbers[index]
      guard let pick = UInt32(exactly: numbers[index + 1]) else { return nil }
      deviations.append(Deviation(choice: choice, pick: pick))
      choice += 1
    }
  }

  /// Reads picks with dots between, which is how a run is written down that ends its process.
  private static func picks(in text: Substring) -> [UInt32]? {
    if text.isEmpty { return [] }
    var picks: [UInt32] = []
    for number in text.split(separator: ".", omittingEmptySubsequences: false) {
      guard let pick = UInt32(number) else { return nil }
      picks.append(pick)
    }
    return picks
  }

  /// A letter for the order, then for each deviation how many choices it lies behind the last, and what
  /// is picked; each number in digits of four bits, the least first.
  public var description: String {
    var bytes: [UInt8] = []
    switch base {
    case .fifo: bytes.append(UInt8(ascii: allowsAllOrders ? "F" : "f"))
    case .runToCompletion: bytes.append(UInt8(ascii: allowsAllOrders ? "C" : "c"))
    }
    func append(_ number: Int) {
      var rest = number
      while rest > 15 {
        bytes.append(Self.digits[16 | rest & 15])
        rest >>= 4
      }
      bytes.append(Self.digits[rest])
    }
    var choice = 0
    for deviation in deviations {
      append(deviation.choice - choice)
      append(Int(deviation.pick))
      choice = deviation.choice + 1
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
