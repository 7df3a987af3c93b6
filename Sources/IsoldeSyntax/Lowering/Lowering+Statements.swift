import IsoldeTree
import SwiftSyntax

extension Lowering {
  func lower(_ node: IfExprSyntax) -> SyntaxVisitorContinueKind {
    self.node(.ifStmt, range(node)) {
      walk(node.conditions)
      block(node.body)
      switch node.elseBody {
      case .ifExpr(let next)?: _ = lower(next)
      case .codeBlock(let other)?: block(other, detail: .elseBranch)
      default: break
      }
    }
  }

  func lower(_ node: GuardStmtSyntax) -> SyntaxVisitorContinueKind {
    self.node(.guardStmt, range(node)) {
      walk(node.conditions)
      block(node.body, detail: .elseBranch)
    }
  }

  func lower(_ node: ConditionElementSyntax) -> SyntaxVisitorContinueKind {
    let condition = Syntax(node.condition)
    if let binding = condition.as(OptionalBindingConditionSyntax.self) {
      return self.node(.condition, range(node), detail: .binding) { optionalBinding(binding) }
    }
    if let match = condition.as(MatchingPatternConditionSyntax.self) {
      return self.node(.condition, range(node), detail: .caseMatch) {
        walk(match.pattern)
        single(match.initializer.value)
      }
    }
    if condition.is(AvailabilityConditionSyntax.self) {
      return leaf(.condition, range(node), detail: .availability)
    }
    return self.node(.condition, range(node), detail: .expression) { single(condition) }
  }

  /// `if let x` reads the `x` outside: the tree has it as an identifier in the same place.
  private func optionalBinding(_ binding: OptionalBindingConditionSyntax) {
    let outer = bindsWithLet
    bindsWithLet = binding.bindingSpecifier.tokenKind == .keyword(.let)
    walk(binding.pattern)
    bindsWithLet = outer
    if let annotation = binding.typeAnnotation { type(annotation.type) }
    if let value = binding.initializer {
      single(value.value)
    } else if let pattern = binding.pattern.as(IdentifierPatternSyntax.self) {
      builder.leaf(.identifier, range(pattern), name: intern(pattern.identifier))
    } else if let expression = binding.pattern.as(ExpressionPatternSyntax.self) {
      single(expression.expression)
    }
  }

  func lower(_ node: WhileStmtSyntax) -> SyntaxVisitorContinueKind {
    self.node(.whileStmt, range(node)) {
      walk(node.conditions)
      block(node.body)
    }
  }

  func lower(_ node: RepeatStmtSyntax) -> SyntaxVisitorContinueKind {
    self.node(.repeatStmt, range(node)) {
      block(node.body)
      single(node.condition)
    }
  }

  func lower(_ node: ForStmtSyntax) -> SyntaxVisitorContinueKind {
    var flags: Node.Flags = []
    if node.awaitKeyword != nil { flags.insert(.isAwait) }
    if node.tryKeyword != nil { flags.insert(.isTry) }
    return self.node(.forStmt, range(node), flags: flags) {
      walk(node.pattern)
      single(node.sequence)
      if let clause = node.whereClause { walk(clause) }
      block(node.body)
    }
  }

  func lower(_ node: WhereClauseSyntax) -> SyntaxVisitorContinueKind {
    self.node(.whereClause, range(node)) { single(node.condition) }
  }

  func lower(_ node: SwitchExprSyntax) -> SyntaxVisitorContinueKind {
    self.node(.switchStmt, range(node)) {
      single(node.subject)
      walk(node.cases)
    }
  }

  func lower(_ node: SwitchCaseSyntax) -> SyntaxVisitorContinueKind {
    var detail = Node.Detail.none
    if case .default = node.label { detail = .default }
    return self.node(.switchCase, range(node), detail: detail) {
      if case .case(let label) = node.label {
        for item in label.caseItems {
          walk(item.pattern)
          if let clause = item.whereClause { walk(clause) }
        }
      }
      walk(node.statements)
    }
  }

  func lower(_ node: DoStmtSyntax) -> SyntaxVisitorContinueKind {
    self.node(.doStmt, range(node)) {
      block(node.body)
      walk(node.catchClauses)
    }
  }

  func lower(_ node: CatchClauseSyntax) -> SyntaxVisitorContinueKind {
    self.node(.catchClause, range(node)) {
      for item in node.catchItems {
        if let pattern = item.pattern { walk(pattern) }
        if let clause = item.whereClause { walk(clause) }
      }
      block(node.body)
    }
  }

  func lower(_ node: LabeledStmtSyntax) -> SyntaxVisitorContinueKind {
    self.node(.labeledStmt, range(node), name: intern(node.label)) { walk(node.statement) }
  }

  func lower(_ node: ValueBindingPatternSyntax) -> SyntaxVisitorContinueKind {
    let outer = bindsWithLet
    bindsWithLet = node.bindingSpecifier.tokenKind == .keyword(.let)
    walk(node.pattern)
    bindsWithLet = outer
    return .skipChildren
  }
}
