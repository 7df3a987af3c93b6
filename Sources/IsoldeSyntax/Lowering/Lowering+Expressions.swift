import IsoldeTree
import SwiftSyntax

extension Lowering {
  // MARK: - Calls

  func lower(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
    self.node(.call, range(node), name: calleeName(node.calledExpression)) {
      single(node.calledExpression)
      walk(node.arguments)
      trailingClosures(node.trailingClosure, node.additionalTrailingClosures)
    }
  }

  func trailingClosures(
    _ first: ClosureExprSyntax?, _ others: MultipleTrailingClosureElementListSyntax
  ) {
    if let first {
      _ = node(.argument, range(first), flags: .isTrailing) { single(first) }
    }
    for other in others {
      _ = node(.argument, range(other), flags: .isTrailing, label: intern(other.label)) {
        single(other.closure)
      }
    }
  }

  /// The name that a call is found by: the last name of `a.b?.c`.
  private func calleeName(_ callee: ExprSyntax) -> UInt32 {
    if let member = callee.as(MemberAccessExprSyntax.self) {
      return intern(member.declName.baseName)
    }
    if let name = callee.as(DeclReferenceExprSyntax.self) { return intern(name.baseName) }
    if let generic = callee.as(GenericSpecializationExprSyntax.self) {
      return calleeName(generic.expression)
    }
    if let chain = callee.as(OptionalChainingExprSyntax.self) {
      return calleeName(chain.expression)
    }
    if let forced = callee.as(ForceUnwrapExprSyntax.self) {
      return calleeName(forced.expression)
    }
    return 0
  }

  func lower(_ node: SubscriptCallExprSyntax) -> SyntaxVisitorContinueKind {
    self.node(.subscriptExpr, range(node)) {
      single(node.calledExpression)
      walk(node.arguments)
      trailingClosures(node.trailingClosure, node.additionalTrailingClosures)
    }
  }

  func lower(_ node: LabeledExprSyntax) -> SyntaxVisitorContinueKind {
    self.node(.argument, range(node), label: node.label.map(intern) ?? 0) {
      single(node.expression)
    }
  }

  func lower(_ node: MemberAccessExprSyntax) -> SyntaxVisitorContinueKind {
    self.node(.member, range(node), name: intern(node.declName.baseName)) {
      if let base = node.base { single(base) }
    }
  }

  func lower(_ node: MacroExpansionExprSyntax) -> SyntaxVisitorContinueKind {
    self.node(.macro, range(node), name: intern(node.macroName)) {
      walk(node.arguments)
      trailingClosures(node.trailingClosure, node.additionalTrailingClosures)
    }
  }

  func lower(_ node: GenericSpecializationExprSyntax) -> SyntaxVisitorContinueKind {
    self.node(.specialization, range(node)) {
      single(node.expression)
      for argument in node.genericArgumentClause.arguments {
        if let type = argument.argument.as(TypeSyntax.self) { self.type(type) }
      }
    }
  }

  // MARK: - Closures

  func lower(_ node: ClosureExprSyntax) -> SyntaxVisitorContinueKind {
    let signature = node.signature
    var flags: Node.Flags = []
    if let effects = signature?.effectSpecifiers {
      if effects.asyncSpecifier != nil { flags.insert(.isAsync) }
      if effects.throwsClause != nil { flags.insert(.canThrow) }
    }
    return self.node(.closure, range(node), flags: flags) {
      if let signature { lower(signature) }
      let statements = range(node.statements)
      let start =
        signature?.endPositionBeforeTrailingTrivia.utf8Offset
        ?? node.leftBrace.endPositionBeforeTrailingTrivia.utf8Offset
      let end = max(start, statements.isEmpty ? start : statements.upperBound)
      builder.open(.block, (statements.isEmpty ? start : statements.lowerBound)..<end)
      if builder.depth < Self.maximumDepth { walk(node.statements) }
      builder.close()
    }
  }

  private func lower(_ signature: ClosureSignatureSyntax) {
    walk(signature.attributes)
    for capture in signature.capture?.items ?? [] { lower(capture) }
    switch signature.parameterClause {
    case .simpleInput(let names)?:
      for parameter in names {
        builder.leaf(.param, range(parameter), name: intern(parameter.name))
      }
    case .parameterClause(let clause)?:
      for parameter in clause.parameters {
        _ = node(
          .param, range(parameter), name: intern(parameter.secondName ?? parameter.firstName)
        ) { if let type = parameter.type { self.type(type) } }
      }
    default: break
    }
    if let result = signature.returnClause { type(result.type) }
  }

  private func lower(_ capture: ClosureCaptureSyntax) {
    var flags: Node.Flags = []
    switch capture.specifier?.specifier.text {
    case "weak"?: flags.insert(.isWeak)
    case "unowned"?: flags.insert(.isUnowned)
    default: break
    }
    _ = node(.capture, range(capture), flags: flags, name: intern(capture.name)) {
      if let value = capture.initializer { single(value.value) }
    }
  }

  // MARK: - Literals

  func lower(_ node: StringLiteralExprSyntax) -> SyntaxVisitorContinueKind {
    var name: UInt32 = 0
    if node.segments.count == 1, case .stringSegment(let segment)? = node.segments.first,
      segment.trimmedLength.utf8Length <= 64
    {
      name = builder.intern(range(segment))
    }
    return self.node(.literal, range(node), detail: .string, name: name) {
      for segment in node.segments {
        if case .expressionSegment(let expression) = segment {
          for element in expression.expressions { single(element.expression) }
        }
      }
    }
  }

  func lower(_ node: DictionaryExprSyntax) -> SyntaxVisitorContinueKind {
    self.node(.dictionaryExpr, range(node)) {
      guard case .elements(let elements) = node.content else { return }
      for element in elements {
        single(element.key)
        single(element.value)
      }
    }
  }

  func detail(_ node: TryExprSyntax) -> Node.Detail {
    switch node.questionOrExclamationMark?.text {
    case "?"?: .optional
    case "!"?: .forced
    default: .plain
    }
  }

  // MARK: - Sketches

  /// Adds what a blanked body does to one name, in the shape that its syntax would have had.
  func lower(_ use: SketchRecorder.Use) {
    let range = use.start..<use.end
    let name = builder.intern(range)
    switch use.kind {
    case .read:
      builder.leaf(.identifier, range, name: name)
    case .local:
      builder.leaf(.bindPattern, range, name: name)
    case .write:
      let operatorName =
        use.assignment.isEmpty ? builder.intern("=") : builder.intern(use.assignment)
      builder.open(.assign, range, name: operatorName)
      builder.leaf(.identifier, range, name: name)
      lowerLiteral(use.literal, orUnknownAt: range)
      builder.close()
    case .call:
      builder.open(.call, range, name: name)
      builder.leaf(.identifier, range, name: name)
      builder.close()
    case .resultCall:
      builder.open(.call, range, name: name)
      builder.open(.member, range, name: name)
      builder.leaf(.unknown, range.lowerBound..<range.lowerBound)
      builder.close()
      builder.close()
    case .memberCall:
      let whole = range.lowerBound..<max(range.upperBound, use.member.upperBound)
      let member = builder.intern(use.member)
      builder.open(.call, whole, name: member)
      builder.open(.member, whole, name: member)
      builder.leaf(.identifier, range, name: name)
      builder.close()
      builder.close()
    }
  }

  private func lowerLiteral(_ literal: Range<Int>, orUnknownAt range: Range<Int>) {
    switch literal.isEmpty ? "" : builder.text(literal) {
    case "": builder.leaf(.unknown, range)
    case "nil": builder.leaf(.literal, literal, detail: .nil)
    case "true", "false":
      builder.leaf(.literal, literal, detail: .boolean, name: builder.intern(literal))
    case let text where text.contains(":"): builder.leaf(.dictionaryExpr, literal)
    default: builder.leaf(.arrayExpr, literal)
    }
  }
}
