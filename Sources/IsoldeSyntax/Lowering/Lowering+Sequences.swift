import IsoldeTree
import SwiftSyntax

/// A sequence of operands and operators, folded by precedence into a binary tree.
///
/// Operator precedence is Swift's own; an unknown operator gets the default precedence. `try` and
/// `await` reach over everything to their right, as the language has it.
struct SequenceFolding {
  /// A folded expression, by index.
  enum Term {
    case operand(ExprSyntax)
    case effect(ExprSyntax, operand: Int)
    case infix(Operator, left: Int, right: Int)
  }

  /// What stands between two operands.
  struct Operator {
    enum Kind { case assignment, binary, cast, ternary }

    var syntax: ExprSyntax
    var kind: Kind
    var precedence: Int
    var isRightAssociative: Bool
  }

  private(set) var terms: [Term] = []

  /// Folds a whole sequence and returns the index of its root term.
  mutating func fold(_ elements: [ExprSyntax]) -> Int {
    fold(elements[...])
  }

  private mutating func fold(_ elements: ArraySlice<ExprSyntax>) -> Int {
    var operands: [Int] = []
    var operators: [Operator] = []
    var index = elements.startIndex
    var expectsOperand = true
    while index < elements.endIndex {
      let element = elements[index]
      if expectsOperand {
        let isLast = index + 1 == elements.endIndex
        if !isLast, let inner = Self.effectOperand(element) {
          // The effect takes in the rest of the sequence; nothing is left to read here.
          operands.append(fold(effect: element, inner, elements[(index + 1)...]))
          index = elements.endIndex
          break
        }
        operands.append(add(.operand(element)))
        expectsOperand = false
      } else {
        let next = Operator(element)
        reduce(&operands, &operators, before: next)
        operators.append(next)
        expectsOperand = true
      }
      index += 1
    }
    if operators.count == operands.count, !operators.isEmpty { operators.removeLast() }
    reduce(&operands, &operators, before: nil)
    return operands.last ?? add(.operand(elements[elements.startIndex]))
  }

  private mutating func fold(
    effect: ExprSyntax, _ inner: ExprSyntax, _ rest: ArraySlice<ExprSyntax>
  ) -> Int {
    let operand = fold([inner] + rest)
    return add(.effect(effect, operand: operand))
  }

  private mutating func reduce(
    _ operands: inout [Int], _ operators: inout [Operator], before next: Operator?
  ) {
    while let last = operators.last, operands.count >= 2 {
      if let next {
        let binds =
          last.precedence > next.precedence
          || (last.precedence == next.precedence && !last.isRightAssociative)
        guard binds else { return }
      }
      operators.removeLast()
      let right = operands.removeLast()
      let left = operands.removeLast()
      operands.append(add(.infix(last, left: left, right: right)))
    }
  }

  private mutating func add(_ term: Term) -> Int {
    terms.append(term)
    return terms.count - 1
  }

  private static func effectOperand(_ element: ExprSyntax) -> ExprSyntax? {
    if let effect = element.as(TryExprSyntax.self) { return effect.expression }
    if let effect = element.as(AwaitExprSyntax.self) { return effect.expression }
    if let effect = element.as(UnsafeExprSyntax.self) { return effect.expression }
    return nil
  }
}

extension SequenceFolding.Operator {
  init(_ syntax: ExprSyntax) {
    self.syntax = syntax
    if syntax.is(AssignmentExprSyntax.self) {
      (kind, precedence, isRightAssociative) = (.assignment, 10, true)
    } else if syntax.is(UnresolvedTernaryExprSyntax.self) {
      (kind, precedence, isRightAssociative) = (.ternary, 20, true)
    } else if syntax.is(UnresolvedAsExprSyntax.self) || syntax.is(UnresolvedIsExprSyntax.self) {
      (kind, precedence, isRightAssociative) = (.cast, 70, false)
    } else {
      let text = syntax.as(BinaryOperatorExprSyntax.self)?.operator.text ?? ""
      (kind, precedence, isRightAssociative) = Self.binary(text)
    }
  }

  private static func binary(_ text: String) -> (Kind, Int, Bool) {
    switch text {
    case "||": return (.binary, 30, false)
    case "&&": return (.binary, 40, false)
    case "==", "!=", "<", ">", "<=", ">=", "===", "!==", "~=", ".==", ".!=":
      return (.binary, 50, false)
    case "??": return (.binary, 60, true)
    case "...", "..<": return (.binary, 80, false)
    case "+", "-", "&+", "&-", "|", "^": return (.binary, 90, false)
    case "*", "/", "%", "&*", "&": return (.binary, 100, false)
    case "<<", ">>", "&<<", "&>>": return (.binary, 110, false)
    default:
      return text.hasSuffix("=") ? (.assignment, 10, true) : (.binary, 25, false)
    }
  }
}

extension Lowering {
  func lower(_ node: SequenceExprSyntax) -> SyntaxVisitorContinueKind {
    var folding = SequenceFolding()
    let root = folding.fold(Array(node.elements))
    emit(root, folding)
    return .skipChildren
  }

  private func emit(_ index: Int, _ folding: SequenceFolding) {
    let bounds = start(of: index, folding)..<end(of: index, folding)
    switch folding.terms[index] {
    case .operand(let syntax):
      single(syntax)
    case .effect(let syntax, let operand):
      if let effect = syntax.as(TryExprSyntax.self) {
        _ = node(.tryExpr, bounds, detail: detail(effect)) { emit(operand, folding) }
      } else if syntax.is(AwaitExprSyntax.self) {
        _ = node(.awaitExpr, bounds) { emit(operand, folding) }
      } else {
        emit(operand, folding)
      }
    case .infix(let infix, let left, let right):
      emit(infix, left, right, bounds, folding)
    }
  }

  private func emit(
    _ infix: SequenceFolding.Operator, _ left: Int, _ right: Int, _ bounds: Range<Int>,
    _ folding: SequenceFolding
  ) {
    switch infix.kind {
    case .assignment, .binary:
      let kind: Node.Kind = infix.kind == .binary ? .binary : .assign
      _ = node(kind, bounds, name: builder.intern(range(infix.syntax))) {
        emit(left, folding)
        emit(right, folding)
      }
    case .ternary:
      _ = node(.ternary, bounds) {
        emit(left, folding)
        if let ternary = infix.syntax.as(UnresolvedTernaryExprSyntax.self) {
          single(ternary.thenExpression)
        }
        emit(right, folding)
      }
    case .cast:
      var detail = Node.Detail.plain
      if infix.syntax.is(UnresolvedIsExprSyntax.self) { detail = .typeCheck }
      switch infix.syntax.as(UnresolvedAsExprSyntax.self)?.questionOrExclamationMark?.text {
      case "?"?: detail = .optional
      case "!"?: detail = .forced
      default: break
      }
      _ = node(.cast, bounds, detail: detail) {
        emit(left, folding)
        emit(right, folding)
      }
    }
  }

  private func start(of index: Int, _ folding: SequenceFolding) -> Int {
    var index = index
    while true {
      switch folding.terms[index] {
      case .operand(let syntax), .effect(let syntax, _): return range(syntax).lowerBound
      case .infix(_, let left, _): index = left
      }
    }
  }

  private func end(of index: Int, _ folding: SequenceFolding) -> Int {
    var index = index
    while true {
      switch folding.terms[index] {
      case .operand(let syntax): return range(syntax).upperBound
      case .effect(_, let operand): index = operand
      case .infix(_, _, let right): index = right
      }
    }
  }
}
