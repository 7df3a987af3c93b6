import IsoldeTree
import SwiftParser
import SwiftSyntax

/// Turns a SwiftSyntax tree into an IsoldeTree; the one place that knows both.
///
/// The overrides only dispatch; each group of nodes is lowered in a file of its own.
final class Lowering: SyntaxVisitor {
  var builder: TreeBuilder
  private let blankedBodies: [Int: ArraySlice<SketchRecorder.Use>]
  /// Whether a name pattern that is visited binds with `let`.
  var bindsWithLet = true
  /// Attributes that were read before the type they stand on.
  var typeAttributes: [AttributeSyntax] = []

  /// Deeper nodes are dropped, so that no input can exhaust the stack here or later.
  static let maximumDepth = 600

  /// Creates a lowering.
  ///
  /// - Parameters:
  ///   - bytes: The file as it was read, from which names are taken.
  ///   - blankedBodies: The sketches of blanked bodies by the offset at which their content starts.
  init(bytes: [UInt8], blankedBodies: [Int: ArraySlice<SketchRecorder.Use>]) {
    builder = TreeBuilder(bytes: bytes)
    self.blankedBodies = blankedBodies
    super.init(viewMode: .sourceAccurate)
  }

  // MARK: - Building

  func range(_ node: some SyntaxProtocol) -> Range<Int> {
    let start = node.positionAfterSkippingLeadingTrivia.utf8Offset
    return start..<max(start, node.endPositionBeforeTrailingTrivia.utf8Offset)
  }

  /// Interns a token's text; backticks are dropped.
  func intern(_ token: TokenSyntax) -> UInt32 {
    let start = token.positionAfterSkippingLeadingTrivia.utf8Offset
    let length = token.trimmedLength.utf8Length
    guard length > 0 else { return 0 }
    let text = start..<start + length
    return builder.internIdentifier(text)
  }

  /// Adds a node whose children `body` adds.
  func node(
    _ kind: Node.Kind, _ range: Range<Int>, detail: Node.Detail = .none, flags: Node.Flags = [],
    name: UInt32 = 0, label: UInt32 = 0, _ body: () -> Void
  ) -> SyntaxVisitorContinueKind {
    builder.open(kind, range, detail: detail, flags: flags, name: name, label: label)
    if builder.depth < Self.maximumDepth { body() }
    builder.close()
    return .skipChildren
  }

  /// Adds a node without children.
  func leaf(
    _ kind: Node.Kind, _ range: Range<Int>, detail: Node.Detail = .none, flags: Node.Flags = [],
    name: UInt32 = 0
  ) -> SyntaxVisitorContinueKind {
    builder.leaf(kind, range, detail: detail, flags: flags, name: name)
    return .skipChildren
  }

  /// Adds exactly one node for an expression, whatever it is.
  func single(_ node: some SyntaxProtocol) {
    let before = builder.nextIndex
    walk(node)
    if builder.nextIndex == before { builder.leaf(.unknown, range(node)) }
  }

  /// Adds the block between two braces, or its sketch if its content was blanked.
  func block(
    _ statements: CodeBlockItemListSyntax, from start: Int, to end: Int,
    detail: Node.Detail = .none
  ) {
    if let uses = blankedBodies[start + 1], statements.isEmpty {
      builder.open(.block, start..<end, detail: detail, flags: .isBlanked)
      for use in uses { lower(use) }
    } else {
      builder.open(.block, start..<end, detail: detail)
      if builder.depth < Self.maximumDepth { walk(statements) }
    }
    builder.close()
  }

  func block(_ block: CodeBlockSyntax, detail: Node.Detail = .none) {
    let braces = range(block)
    self.block(
      block.statements, from: block.leftBrace.positionAfterSkippingLeadingTrivia.utf8Offset,
      to: braces.upperBound, detail: detail)
  }

  // MARK: - Dispatch: tokens and lists

  override func visit(_ node: TokenSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  override func visit(_ node: UnexpectedNodesSyntax) -> SyntaxVisitorContinueKind { .skipChildren }

  // MARK: - Dispatch: declarations

  override func visit(_ node: ImportDeclSyntax) -> SyntaxVisitorContinueKind { lower(node) }
  override func visit(_ node: ClassDeclSyntax) -> SyntaxVisitorContinueKind { lower(node) }
  override func visit(_ node: ActorDeclSyntax) -> SyntaxVisitorContinueKind { lower(node) }
  override func visit(_ node: StructDeclSyntax) -> SyntaxVisitorContinueKind { lower(node) }
  override func visit(_ node: EnumDeclSyntax) -> SyntaxVisitorContinueKind { lower(node) }
  override func visit(_ node: ProtocolDeclSyntax) -> SyntaxVisitorContinueKind { lower(node) }
  override func visit(_ node: ExtensionDeclSyntax) -> SyntaxVisitorContinueKind { lower(node) }
  override func visit(_ node: FunctionDeclSyntax) -> SyntaxVisitorContinueKind { lower(node) }
  override func visit(_ node: InitializerDeclSyntax) -> SyntaxVisitorContinueKind { lower(node) }
  override func visit(_ node: DeinitializerDeclSyntax) -> SyntaxVisitorContinueKind { lower(node) }
  override func visit(_ node: SubscriptDeclSyntax) -> SyntaxVisitorContinueKind { lower(node) }
  override func visit(_ node: VariableDeclSyntax) -> SyntaxVisitorContinueKind { lower(node) }
  override func visit(_ node: EnumCaseDeclSyntax) -> SyntaxVisitorContinueKind { lower(node) }
  override func visit(_ node: TypeAliasDeclSyntax) -> SyntaxVisitorContinueKind { lower(node) }
  override func visit(_ node: AssociatedTypeDeclSyntax) -> SyntaxVisitorContinueKind { other(node) }
  override func visit(_ node: MacroDeclSyntax) -> SyntaxVisitorContinueKind { other(node) }
  override func visit(_ node: OperatorDeclSyntax) -> SyntaxVisitorContinueKind { other(node) }
  override func visit(_ node: PrecedenceGroupDeclSyntax) -> SyntaxVisitorContinueKind {
    other(node)
  }
  override func visit(_ node: MacroExpansionDeclSyntax) -> SyntaxVisitorContinueKind { lower(node) }
  override func visit(_ node: IfConfigDeclSyntax) -> SyntaxVisitorContinueKind { lower(node) }
  override func visit(_ node: AttributeSyntax) -> SyntaxVisitorContinueKind { lower(node) }
  override func visit(_ node: DeclModifierSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  override func visit(_ node: GenericParameterClauseSyntax) -> SyntaxVisitorContinueKind {
    .skipChildren
  }
  override func visit(_ node: GenericWhereClauseSyntax) -> SyntaxVisitorContinueKind {
    .skipChildren
  }

  // MARK: - Dispatch: statements

  override func visit(_ node: CodeBlockSyntax) -> SyntaxVisitorContinueKind {
    block(node)
    return .skipChildren
  }
  override func visit(_ node: IfExprSyntax) -> SyntaxVisitorContinueKind { lower(node) }
  override func visit(_ node: GuardStmtSyntax) -> SyntaxVisitorContinueKind { lower(node) }
  override func visit(_ node: WhileStmtSyntax) -> SyntaxVisitorContinueKind { lower(node) }
  override func visit(_ node: RepeatStmtSyntax) -> SyntaxVisitorContinueKind { lower(node) }
  override func visit(_ node: ForStmtSyntax) -> SyntaxVisitorContinueKind { lower(node) }
  override func visit(_ node: SwitchExprSyntax) -> SyntaxVisitorContinueKind { lower(node) }
  override func visit(_ node: SwitchCaseSyntax) -> SyntaxVisitorContinueKind { lower(node) }
  override func visit(_ node: DoStmtSyntax) -> SyntaxVisitorContinueKind { lower(node) }
  override func visit(_ node: CatchClauseSyntax) -> SyntaxVisitorContinueKind { lower(node) }
  override func visit(_ node: WhereClauseSyntax) -> SyntaxVisitorContinueKind { lower(node) }
  override func visit(_ node: ConditionElementSyntax) -> SyntaxVisitorContinueKind { lower(node) }
  override func visit(_ node: LabeledStmtSyntax) -> SyntaxVisitorContinueKind { lower(node) }
  override func visit(_ node: DeferStmtSyntax) -> SyntaxVisitorContinueKind {
    self.node(.deferStmt, range(node)) { block(node.body) }
  }
  override func visit(_ node: ReturnStmtSyntax) -> SyntaxVisitorContinueKind {
    self.node(.returnStmt, range(node)) { if let value = node.expression { single(value) } }
  }
  override func visit(_ node: ThrowStmtSyntax) -> SyntaxVisitorContinueKind {
    self.node(.throwStmt, range(node)) { single(node.expression) }
  }
  override func visit(_ node: BreakStmtSyntax) -> SyntaxVisitorContinueKind {
    leaf(.breakStmt, range(node), name: node.label.map(intern) ?? 0)
  }
  override func visit(_ node: ContinueStmtSyntax) -> SyntaxVisitorContinueKind {
    leaf(.continueStmt, range(node), name: node.label.map(intern) ?? 0)
  }
  override func visit(_ node: FallThroughStmtSyntax) -> SyntaxVisitorContinueKind {
    leaf(.fallthroughStmt, range(node))
  }

  // MARK: - Dispatch: expressions

  override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind { lower(node) }
  override func visit(_ node: SubscriptCallExprSyntax) -> SyntaxVisitorContinueKind { lower(node) }
  override func visit(_ node: LabeledExprSyntax) -> SyntaxVisitorContinueKind { lower(node) }
  override func visit(_ node: MemberAccessExprSyntax) -> SyntaxVisitorContinueKind { lower(node) }
  override func visit(_ node: DeclReferenceExprSyntax) -> SyntaxVisitorContinueKind {
    leaf(.identifier, range(node), name: intern(node.baseName))
  }
  override func visit(_ node: SuperExprSyntax) -> SyntaxVisitorContinueKind {
    leaf(.identifier, range(node), name: builder.intern("super"))
  }
  override func visit(_ node: ClosureExprSyntax) -> SyntaxVisitorContinueKind { lower(node) }
  override func visit(_ node: SequenceExprSyntax) -> SyntaxVisitorContinueKind { lower(node) }
  override func visit(_ node: AwaitExprSyntax) -> SyntaxVisitorContinueKind {
    self.node(.awaitExpr, range(node)) { single(node.expression) }
  }
  override func visit(_ node: TryExprSyntax) -> SyntaxVisitorContinueKind {
    self.node(.tryExpr, range(node), detail: detail(node)) { single(node.expression) }
  }
  override func visit(_ node: PrefixOperatorExprSyntax) -> SyntaxVisitorContinueKind {
    self.node(.prefix, range(node), name: intern(node.operator)) { single(node.expression) }
  }
  override func visit(_ node: PostfixOperatorExprSyntax) -> SyntaxVisitorContinueKind {
    self.node(.postfix, range(node), name: intern(node.operator)) { single(node.expression) }
  }
  override func visit(_ node: ForceUnwrapExprSyntax) -> SyntaxVisitorContinueKind {
    self.node(.forceUnwrap, range(node)) { single(node.expression) }
  }
  override func visit(_ node: OptionalChainingExprSyntax) -> SyntaxVisitorContinueKind {
    self.node(.optionalChain, range(node)) { single(node.expression) }
  }
  override func visit(_ node: InOutExprSyntax) -> SyntaxVisitorContinueKind {
    self.node(.inoutExpr, range(node)) { single(node.expression) }
  }
  override func visit(_ node: StringLiteralExprSyntax) -> SyntaxVisitorContinueKind { lower(node) }
  override func visit(_ node: IntegerLiteralExprSyntax) -> SyntaxVisitorContinueKind {
    leaf(.literal, range(node), detail: .integer, name: intern(node.literal))
  }
  override func visit(_ node: FloatLiteralExprSyntax) -> SyntaxVisitorContinueKind {
    leaf(.literal, range(node), detail: .float, name: intern(node.literal))
  }
  override func visit(_ node: BooleanLiteralExprSyntax) -> SyntaxVisitorContinueKind {
    leaf(.literal, range(node), detail: .boolean, name: intern(node.literal))
  }
  override func visit(_ node: NilLiteralExprSyntax) -> SyntaxVisitorContinueKind {
    leaf(.literal, range(node), detail: .nil)
  }
  override func visit(_ node: RegexLiteralExprSyntax) -> SyntaxVisitorContinueKind {
    leaf(.literal, range(node), detail: .regex)
  }
  override func visit(_ node: ArrayExprSyntax) -> SyntaxVisitorContinueKind {
    self.node(.arrayExpr, range(node)) {
      for element in node.elements { single(element.expression) }
    }
  }
  override func visit(_ node: DictionaryExprSyntax) -> SyntaxVisitorContinueKind { lower(node) }
  override func visit(_ node: TupleExprSyntax) -> SyntaxVisitorContinueKind {
    self.node(.tupleExpr, range(node)) { walk(node.elements) }
  }
  override func visit(_ node: KeyPathExprSyntax) -> SyntaxVisitorContinueKind {
    leaf(.keyPath, range(node))
  }
  override func visit(_ node: MacroExpansionExprSyntax) -> SyntaxVisitorContinueKind { lower(node) }
  override func visit(_ node: GenericSpecializationExprSyntax) -> SyntaxVisitorContinueKind {
    lower(node)
  }
  override func visit(_ node: TypeExprSyntax) -> SyntaxVisitorContinueKind {
    type(node.type)
    return .skipChildren
  }
  override func visit(_ node: DiscardAssignmentExprSyntax) -> SyntaxVisitorContinueKind {
    leaf(.wildcard, range(node))
  }
  override func visit(_ node: EditorPlaceholderExprSyntax) -> SyntaxVisitorContinueKind {
    leaf(.unknown, range(node))
  }

  // MARK: - Dispatch: patterns

  override func visit(_ node: IdentifierPatternSyntax) -> SyntaxVisitorContinueKind {
    leaf(
      .bindPattern, range(node), flags: bindsWithLet ? .isLet : [], name: intern(node.identifier))
  }
  override func visit(_ node: ValueBindingPatternSyntax) -> SyntaxVisitorContinueKind {
    lower(node)
  }
  override func visit(_ node: TuplePatternSyntax) -> SyntaxVisitorContinueKind {
    self.node(.tuplePattern, range(node)) { for element in node.elements { walk(element.pattern) } }
  }
  override func visit(_ node: WildcardPatternSyntax) -> SyntaxVisitorContinueKind {
    leaf(.wildcard, range(node))
  }
  override func visit(_ node: ExpressionPatternSyntax) -> SyntaxVisitorContinueKind {
    self.node(.exprPattern, range(node)) { single(node.expression) }
  }
  override func visit(_ node: IsTypePatternSyntax) -> SyntaxVisitorContinueKind {
    self.node(.exprPattern, range(node), detail: .typeCheck) { type(node.type) }
  }
}
