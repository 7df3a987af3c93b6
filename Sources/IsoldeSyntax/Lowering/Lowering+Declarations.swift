import IsoldeTree
import SwiftSyntax

extension Lowering {
  // MARK: - Types

  func lower(_ node: ClassDeclSyntax) -> SyntaxVisitorContinueKind {
    typeDeclaration(node, .classType, node.name, node.genericParameterClause != nil)
  }

  func lower(_ node: ActorDeclSyntax) -> SyntaxVisitorContinueKind {
    typeDeclaration(node, .actorType, node.name, node.genericParameterClause != nil)
  }

  func lower(_ node: StructDeclSyntax) -> SyntaxVisitorContinueKind {
    typeDeclaration(node, .structType, node.name, node.genericParameterClause != nil)
  }

  func lower(_ node: EnumDeclSyntax) -> SyntaxVisitorContinueKind {
    typeDeclaration(node, .enumType, node.name, node.genericParameterClause != nil)
  }

  func lower(_ node: ProtocolDeclSyntax) -> SyntaxVisitorContinueKind {
    typeDeclaration(node, .protocolType, node.name, false)
  }

  func lower(_ node: ExtensionDeclSyntax) -> SyntaxVisitorContinueKind {
    self.node(
      .typeDecl, range(node), detail: .extensionType, flags: flags(node.modifiers),
      name: typeName(node.extendedType)
    ) { typeContent(node.attributes, node.inheritanceClause, node.memberBlock) }
  }

  private func typeDeclaration(
    _ declaration: some DeclGroupSyntax, _ kind: Node.Detail, _ name: TokenSyntax,
    _ isGeneric: Bool
  ) -> SyntaxVisitorContinueKind {
    var flags = flags(declaration.modifiers)
    if isGeneric { flags.insert(.isGeneric) }
    return node(.typeDecl, range(declaration), detail: kind, flags: flags, name: intern(name)) {
      typeContent(
        declaration.attributes, declaration.inheritanceClause, declaration.memberBlock)
    }
  }

  private func typeContent(
    _ attributes: AttributeListSyntax, _ inheritance: InheritanceClauseSyntax?,
    _ members: MemberBlockSyntax
  ) {
    walk(attributes)
    for inherited in inheritance?.inheritedTypes ?? [] { type(inherited.type) }
    walk(members.members)
  }

  // MARK: - Functions

  func lower(_ node: FunctionDeclSyntax) -> SyntaxVisitorContinueKind {
    var flags = flags(node.modifiers)
    flags.formUnion(effects(node.signature.effectSpecifiers))
    if node.genericParameterClause != nil { flags.insert(.isGeneric) }
    return self.node(.funcDecl, range(node), flags: flags, name: intern(node.name)) {
      walk(node.attributes)
      parameters(node.signature.parameterClause)
      if let result = node.signature.returnClause { type(result.type) }
      if let body = node.body { block(body) }
    }
  }

  func lower(_ node: InitializerDeclSyntax) -> SyntaxVisitorContinueKind {
    var flags = flags(node.modifiers)
    flags.formUnion(effects(node.signature.effectSpecifiers))
    if node.optionalMark != nil { flags.insert(.isOptional) }
    return self.node(.initDecl, range(node), flags: flags, name: builder.intern("init")) {
      walk(node.attributes)
      parameters(node.signature.parameterClause)
      if let body = node.body { block(body) }
    }
  }

  func lower(_ node: DeinitializerDeclSyntax) -> SyntaxVisitorContinueKind {
    self.node(
      .deinitDecl, range(node), flags: flags(node.modifiers), name: builder.intern("deinit")
    ) {
      walk(node.attributes)
      if let body = node.body { block(body) }
    }
  }

  func lower(_ node: SubscriptDeclSyntax) -> SyntaxVisitorContinueKind {
    self.node(
      .subscriptDecl, range(node), flags: flags(node.modifiers), name: builder.intern("subscript")
    ) {
      walk(node.attributes)
      parameters(node.parameterClause)
      type(node.returnClause.type)
      if let accessors = node.accessorBlock { self.accessors(accessors) }
    }
  }

  private func parameters(_ clause: FunctionParameterClauseSyntax) {
    for parameter in clause.parameters {
      let isUnlabelled = parameter.firstName.tokenKind == .wildcard
      _ = node(
        .param, range(parameter), flags: flags(parameter.modifiers),
        name: intern(parameter.secondName ?? parameter.firstName),
        label: isUnlabelled ? 0 : intern(parameter.firstName)
      ) {
        walk(parameter.attributes)
        type(parameter.type)
        if let value = parameter.defaultValue { single(value.value) }
      }
    }
  }

  func effects(_ effects: FunctionEffectSpecifiersSyntax?) -> Node.Flags {
    var flags: Node.Flags = []
    if effects?.asyncSpecifier != nil { flags.insert(.isAsync) }
    if effects?.throwsClause != nil { flags.insert(.canThrow) }
    return flags
  }

  // MARK: - Variables

  func lower(_ node: VariableDeclSyntax) -> SyntaxVisitorContinueKind {
    var flags = flags(node.modifiers)
    if node.bindingSpecifier.tokenKind == .keyword(.let) { flags.insert(.isLet) }
    return self.node(.varDecl, range(node), flags: flags) {
      walk(node.attributes)
      let outer = bindsWithLet
      bindsWithLet = flags.contains(.isLet)
      for binding in node.bindings { lower(binding, flags) }
      bindsWithLet = outer
    }
  }

  private func lower(_ binding: PatternBindingSyntax, _ flags: Node.Flags) {
    _ = node(.binding, range(binding), flags: flags) {
      walk(binding.pattern)
      if let annotation = binding.typeAnnotation { type(annotation.type) }
      if let value = binding.initializer { single(value.value) }
      if let accessors = binding.accessorBlock { self.accessors(accessors) }
    }
  }

  private func accessors(_ block: AccessorBlockSyntax) {
    // `if case`: the toolchain's SwiftSyntax is resilient, and its enums can grow.
    if case .getter(let statements) = block.accessors {
      let braces = range(block)
      _ = node(.accessor, braces, detail: .getter) {
        self.block(
          statements, from: block.leftBrace.positionAfterSkippingLeadingTrivia.utf8Offset,
          to: braces.upperBound)
      }
    } else if case .accessors(let list) = block.accessors {
      for accessor in list { lower(accessor) }
    }
  }

  private func lower(_ accessor: AccessorDeclSyntax) {
    let detail: Node.Detail
    switch accessor.accessorSpecifier.text {
    case "get": detail = .getter
    case "set": detail = .setter
    case "willSet": detail = .willSet
    case "didSet": detail = .didSet
    default: detail = .otherAccessor
    }
    var flags: Node.Flags = []
    if accessor.effectSpecifiers?.asyncSpecifier != nil { flags.insert(.isAsync) }
    if accessor.effectSpecifiers?.throwsClause != nil { flags.insert(.canThrow) }
    if accessor.modifier?.name.text == "nonisolated" { flags.insert(.isNonisolated) }
    let name = accessor.parameters.map { intern($0.name) } ?? 0
    _ = node(.accessor, range(accessor), detail: detail, flags: flags, name: name) {
      walk(accessor.attributes)
      if let body = accessor.body { block(body) }
    }
  }

  // MARK: - Other declarations

  func lower(_ node: ImportDeclSyntax) -> SyntaxVisitorContinueKind {
    self.node(.importDecl, range(node), name: builder.intern(range(node.path))) {
      walk(node.attributes)
    }
  }

  func lower(_ node: EnumCaseDeclSyntax) -> SyntaxVisitorContinueKind {
    for element in node.elements {
      _ = self.node(.enumCase, range(element), name: intern(element.name)) {
        for parameter in element.parameterClause?.parameters ?? [] {
          _ = self.node(
            .param, range(parameter), label: parameter.firstName.map(intern) ?? 0
          ) { type(parameter.type) }
        }
      }
    }
    return .skipChildren
  }

  func lower(_ node: TypeAliasDeclSyntax) -> SyntaxVisitorContinueKind {
    self.node(.otherDecl, range(node), name: intern(node.name)) {
      type(node.initializer.value)
    }
  }

  func other(_ node: some DeclSyntaxProtocol) -> SyntaxVisitorContinueKind {
    leaf(.otherDecl, range(node))
  }

  func lower(_ node: MacroExpansionDeclSyntax) -> SyntaxVisitorContinueKind {
    self.node(.macro, range(node), name: intern(node.macroName)) {
      walk(node.arguments)
      trailingClosures(node.trailingClosure, node.additionalTrailingClosures)
    }
  }

  func lower(_ node: IfConfigDeclSyntax) -> SyntaxVisitorContinueKind {
    self.node(.ifConfig, range(node)) {
      for clause in node.clauses {
        let condition = clause.condition.map { builder.intern(range($0)) } ?? 0
        _ = self.node(.ifConfigClause, range(clause), name: condition) {
          if let elements = clause.elements { walk(Syntax(elements)) }
        }
      }
    }
  }

  func lower(_ node: AttributeSyntax) -> SyntaxVisitorContinueKind {
    self.node(.attribute, range(node), name: typeName(node.attributeName)) {
      if let arguments = node.arguments { walk(Syntax(arguments)) }
    }
  }

  // MARK: - Modifiers

  func flags(_ modifiers: DeclModifierListSyntax) -> Node.Flags {
    var flags: Node.Flags = []
    for modifier in modifiers {
      let detail = modifier.detail?.detail.text
      switch modifier.name.text {
      case "private": flags.insert(detail == "set" ? .isPrivateSet : .isPrivate)
      case "fileprivate": flags.insert(detail == "set" ? .isPrivateSet : .isFileprivate)
      case "public", "open", "package": if detail != "set" { flags.insert(.isPublic) }
      case "static", "class": flags.insert(.isStatic)
      case "final": flags.insert(.isFinal)
      case "lazy": flags.insert(.isLazy)
      case "weak": flags.insert(.isWeak)
      case "unowned": flags.insert(.isUnowned)
      case "override": flags.insert(.isOverride)
      case "mutating", "consuming", "__consuming": flags.insert(.isMutating)
      case "isolated": flags.insert(.isIsolated)
      case "distributed": flags.insert(.isDistributed)
      case "async": flags.insert(.isAsync)
      case "nonisolated":
        flags.insert(.isNonisolated)
        if detail == "unsafe" { flags.insert(.isNonisolatedUnsafe) }
      default: break
      }
    }
    return flags
  }
}
