import IsoldeTree

/// Follows a package manifest without running it.
///
/// The manifest is walked as a program: constants, arrays, loops over targets, conditions, functions
/// and closures mean what they mean in Swift. The environment is empty, and the platform is an Apple
/// one. What cannot be told is unknown; when it could change how targets are compiled, the result is
/// marked as uncertain.
struct ManifestInterpreter {
  let tree: Tree
  /// The packages, products and targets that were made.
  var objects: [ManifestObject] = []
  /// Whether something that was not understood could change the targets or their settings.
  var isUncertain = false
  /// The variables, the innermost scope last.
  var scopes: [[String: ManifestValue]] = [[:]]
  /// The value of the last expression that stood as a statement.
  var lastValue = ManifestValue.unknown

  /// What the manifest declares at its top.
  var globals = Declarations()
  /// What it declares in types and extensions.
  var members = Declarations()

  private var depth = 0
  private var steps = 0
  private static let maximumDepth = 100
  private static let maximumSteps = 100_000

  /// What can be used before its line.
  struct Declarations {
    /// Functions by name.
    var functions: [String: [NodeID]] = [:]
    /// The bindings of properties by name.
    var properties: [String: NodeID] = [:]
  }

  /// How a statement ended.
  enum Outcome {
    case next
    case returned(ManifestValue)
    case left
    case continued
  }

  /// Follows a manifest from its first line to its last.
  ///
  /// - Parameter tree: The manifest, all of it parsed.
  /// - Complexity: O(*n*) in its length, times the rounds of its loops, up to a fixed limit.
  init(_ tree: Tree) {
    self.tree = tree
    let statements = Array(tree.children(.root))
    collect(statements, into: \.globals)
    for statement in statements {
      guard case .next = run(statement) else { break }
    }
  }

  /// The package that was made last.
  var package: ManifestObject? { objects.last { $0.maker == "Package" } }

  // MARK: - Declarations

  /// Collects what can be used before its line.
  private mutating func collect(
    _ nodes: [NodeID], into place: WritableKeyPath<ManifestInterpreter, Declarations>
  ) {
    for node in nodes {
      switch tree[node].kind {
      case .funcDecl:
        self[keyPath: place].functions[tree.name(node), default: []].append(node)
      case .varDecl:
        for binding in tree.children(node) where tree[binding].kind == .binding {
          guard let pattern = tree.firstChild(binding) else { continue }
          self[keyPath: place].properties[tree.name(pattern)] = binding
        }
      case .typeDecl:
        collect(Array(tree.children(node)), into: \.members)
      case .ifConfig:
        if let clause = activeClause(of: node) {
          collect(Array(tree.children(clause)), into: place)
        }
      default: break
      }
    }
  }

  /// The clause of an `#if` that holds.
  func activeClause(of node: NodeID) -> NodeID? {
    tree.children(node).first { BuildCondition.holds(tree.name($0)) }
  }

  // MARK: - Variables

  /// What a name stands for.
  mutating func value(ofName name: String) -> ManifestValue {
    for scope in scopes.reversed() {
      if let value = scope[name] { return value }
    }
    return value(ofProperty: name, in: globals) ?? .symbol(name)
  }

  /// The value of a computed property, or of one whose line has not been reached.
  mutating func value(ofProperty name: String, in place: Declarations) -> ManifestValue? {
    guard let binding = place.properties[name] else { return nil }
    if let accessor = tree.child(binding, .accessor) {
      let getter = tree.children(binding).first { tree[$0].detail == .getter } ?? accessor
      return call(block: tree.child(getter, .block), [:]).value
    }
    return initialValue(of: binding).map { evaluate($0) }
  }

  /// The expression that a variable is set to where it is declared.
  func initialValue(of binding: NodeID) -> NodeID? {
    tree.children(binding).dropFirst().first {
      tree[$0].kind != .typeRef && tree[$0].kind != .accessor
    }
  }

  /// Sets a variable where it is declared, or declares it.
  mutating func set(_ name: String, _ value: ManifestValue) {
    for index in scopes.indices.reversed() where scopes[index][name] != nil {
      scopes[index][name] = value
      return
    }
    declare(name, value)
  }

  /// Declares a variable in the innermost scope.
  mutating func declare(_ name: String, _ value: ManifestValue) {
    scopes[scopes.count - 1][name] = value
  }

  // MARK: - Limits

  /// Does something one level deeper; beyond the limits it is not done.
  mutating func deeper<Result>(
    otherwise: Result, _ body: (inout ManifestInterpreter) -> Result
  ) -> Result {
    steps += 1
    guard depth < Self.maximumDepth, steps < Self.maximumSteps else {
      isUncertain = true
      return otherwise
    }
    depth += 1
    defer { depth -= 1 }
    return body(&self)
  }
}
