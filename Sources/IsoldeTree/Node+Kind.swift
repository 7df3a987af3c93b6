extension Node {
  /// What a node is. Children are listed in source order.
  public enum Kind: UInt8, Sendable, CaseIterable {
    /// The whole file; children are its top-level items.
    case file
    /// `import M`; `name` is the module, children are attributes.
    case importDecl
    /// A type or an extension; `detail` says which. Children: attributes, inherited `typeRef`s,
    /// then members.
    case typeDecl
    /// A function. Children: attributes, `param`s, at most one result `typeRef`, at most one `block`.
    case funcDecl
    /// An initializer; children as `funcDecl`.
    case initDecl
    /// A `deinit`; children: attributes, `block`.
    case deinitDecl
    /// A subscript. Children: attributes, `param`s, result `typeRef`, `accessor`s.
    case subscriptDecl
    /// One accessor of a property or subscript, `detail` says which; children: attributes, `block`.
    case accessor
    /// `let` or `var`. Children: attributes, then `binding`s.
    case varDecl
    /// One `pattern: Type = value { accessors }`. Children: pattern, `typeRef`, value, `accessor`s.
    case binding
    /// One case of an enum; `name`, children: associated `param`s.
    case enumCase
    /// Any other declaration; `name` if it has one.
    case otherDecl
    /// A parameter: `name` is the inner name, `label` the outer one. Children: attributes,
    /// `typeRef`, default value.
    case param
    /// An attribute; `name` without the at sign; children: its `argument`s.
    case attribute
    /// A type in the source; `name` is its base name. Children: generic arguments, element types,
    /// parameter and result types.
    case typeRef

    /// `{ statements }`.
    case block
    /// `if`. Children: `condition`s, `block`, and for `else` another `block` or `ifStmt`.
    case ifStmt
    /// `guard`. Children: `condition`s, `block`.
    case guardStmt
    /// One element of a condition list, `detail` says which. Children: pattern, type, expression.
    case condition
    /// `while`. Children: `condition`s, `block`.
    case whileStmt
    /// `repeat`. Children: `block`, then the condition's expression.
    case repeatStmt
    /// `for`. Children: pattern, sequence, optional `whereClause`, `block`.
    case forStmt
    /// `where` on a `for` or a `case`; child: its expression.
    case whereClause
    /// `switch`. Children: subject, `switchCase`s.
    case switchStmt
    /// One case; `detail` is `.default` for `default`. Children: patterns, `whereClause`s, statements.
    case switchCase
    /// `do`. Children: `block`, `catchClause`s.
    case doStmt
    /// One catch clause. Children: patterns, `whereClause`s, `block`.
    case catchClause
    /// `defer`; child: `block`.
    case deferStmt
    /// `return`; child: its value if any.
    case returnStmt
    /// `throw`; child: the error.
    case throwStmt
    /// `break`; `name` is its label.
    case breakStmt
    /// `continue`; `name` is its label.
    case continueStmt
    /// `fallthrough`.
    case fallthroughStmt
    /// `name: statement`.
    case labeledStmt
    /// `#if`; children: `ifConfigClause`s.
    case ifConfig
    /// One clause of an `#if`; `name` is its condition as text; children: its items.
    case ifConfigClause

    /// A call. Children: callee, then `argument`s; `name` is the last name of the callee.
    case call
    /// One argument of a call, subscript, attribute or tuple; `label`, child: the value.
    case argument
    /// A closure. Children: attributes, `capture`s, `param`s, result `typeRef`, `block`.
    case closure
    /// One capture; `name`, child: the value if one is given.
    case capture
    /// `base.name`; no child for an implicit member such as `.idle`.
    case member
    /// A name: `x`, `self`, `Self`, `super`, `$0`.
    case identifier
    /// `base[arguments]`. Children: base, `argument`s.
    case subscriptExpr
    /// `await`; child: the operand, which reaches as far right as Swift lets it.
    case awaitExpr
    /// `try`, `detail` says which; child: the operand.
    case tryExpr
    /// `left = right` or `left += right`; `name` is the operator. Children: target, value.
    case assign
    /// A binary operator; `name`. Children: left, right.
    case binary
    /// A prefix operator; `name`; child: the operand.
    case prefix
    /// A postfix operator; `name`; child: the operand.
    case postfix
    /// `x!`.
    case forceUnwrap
    /// `x?` inside a chain.
    case optionalChain
    /// `&x`.
    case inoutExpr
    /// `a ? b : c`.
    case ternary
    /// `as`, `as?`, `as!` or `is`, `detail` says which. Children: value, `typeRef`.
    case cast
    /// A literal, `detail` says which; `name` is its text when it is short. Children: interpolated
    /// expressions.
    case literal
    /// An array literal; children: elements.
    case arrayExpr
    /// A dictionary literal; children: keys and values in turn.
    case dictionaryExpr
    /// A tuple or a parenthesised expression; children: `argument`s.
    case tupleExpr
    /// A key path.
    case keyPath
    /// A macro expansion; `name`; children: `argument`s.
    case macro
    /// `Base<Arguments>` in an expression. Children: base, `typeRef`s.
    case specialization
    /// A pattern that binds a name; `name`, `isLet`. Child of patterns.
    case bindPattern
    /// A tuple pattern; children: patterns.
    case tuplePattern
    /// `_`.
    case wildcard
    /// A pattern that is an expression, such as `.failed(let error)`; child: the expression, in
    /// which `bindPattern`s may stand.
    case exprPattern
    /// Syntax that flows do not need, or that is broken; children as they came.
    case unknown
  }

  /// What a node is more exactly.
  public enum Detail: UInt8, Sendable {
    case none
    // typeDecl
    case classType, actorType, structType, enumType, protocolType, extensionType
    // accessor
    case getter, setter, willSet, didSet, otherAccessor
    // condition
    case expression, binding, caseMatch, availability
    // tryExpr and cast
    case plain, optional, forced, typeCheck
    // literal
    case integer, float, string, boolean, `nil`, regex
    // switchCase
    case `default`
    // block: the `else` of an if statement
    case elseBranch
  }
}
