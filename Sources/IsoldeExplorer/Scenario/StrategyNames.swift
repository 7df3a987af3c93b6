extension Strategy {
  /// The name of what chooses now, as a command line spells it.
  var chooserName: String {
    switch self {
    case let portfolio as Portfolio: portfolio.chooserName
    case is Fifo: "fifo"
    case is DepthFirst: "depth-first"
    case is SourceDPOR: "source-dpor"
    case is Deviations: "deviations"
    case is RandomWalk: "random"
    case let pct as PCT: "pct:\(pct.depth)"
    case is URW: "urw"
    case is Deviating: "replay"
    default: "another"
    }
  }
}

extension ExplorationOptions.Strategy {
  /// Reads a name as a command line spells it: `portfolio`, `fifo`, `depth-first`, `source-dpor`,
  /// `deviations`, `random`, `pct`, `pct:N` or `urw`; `nil` if it is none.
  init?(named name: String) {
    switch name {
    case "portfolio": self = .portfolio
    case "fifo": self = .fifo
    case "depth-first": self = .depthFirst
    case "source-dpor": self = .sourceDPOR
    case "deviations": self = .deviations
    case "random": self = .randomWalk
    case "urw": self = .urw
    case "pct": self = .pct(depth: 2)
    default:
      guard name.hasPrefix("pct:"), let depth = Int(name.dropFirst(4)), depth > 0 else {
        return nil
      }
      self = .pct(depth: depth)
    }
  }
}
