import IsoldeTree
import SwiftSyntax

extension Lowering {
  /// Adds one `typeRef` for a type; wrappers such as `?` and `any` become flags of it.
  func type(_ syntax: TypeSyntax, _ outer: Node.Flags = []) {
    if let type = syntax.as(IdentifierTypeSyntax.self) {
      named(syntax, outer, type.genericArgumentClause)
    } else if let type = syntax.as(OptionalTypeSyntax.self) {
      self.type(type.wrappedType, outer.union(.isOptional))
    } else if let type = syntax.as(ImplicitlyUnwrappedOptionalTypeSyntax.self) {
      self.type(type.wrappedType, outer.union(.isOptional))
    } else if let type = syntax.as(SomeOrAnyTypeSyntax.self) {
      self.type(type.constraint, outer.union(.isExistential))
    } else if let type = syntax.as(AttributedTypeSyntax.self) {
      attributed(type, outer)
    } else if let type = syntax.as(MemberTypeSyntax.self) {
      named(syntax, outer, type.genericArgumentClause)
    } else if let type = syntax.as(ArrayTypeSyntax.self) {
      nested(syntax, outer.union(.isArray), [type.element])
    } else if let type = syntax.as(DictionaryTypeSyntax.self) {
      nested(syntax, outer.union([.isArray, .isDictionary]), [type.key, type.value])
    } else if let type = syntax.as(FunctionTypeSyntax.self) {
      function(type, outer)
    } else if let type = syntax.as(TupleTypeSyntax.self) {
      tuple(type, outer)
    } else if let type = syntax.as(CompositionTypeSyntax.self) {
      nested(syntax, outer, type.elements.map(\.type), name: type.elements.first?.type)
    } else {
      builder.leaf(.typeRef, range(syntax), flags: outer, name: typeName(syntax))
    }
  }

  /// The name of a type as people write it, without generic arguments: `AsyncStream.Continuation`.
  func typeName(_ syntax: TypeSyntax) -> UInt32 {
    if let type = syntax.as(IdentifierTypeSyntax.self) { return intern(type.name) }
    if let type = syntax.as(MemberTypeSyntax.self) {
      return builder.intern(dottedName(type))
    }
    if let type = syntax.as(AttributedTypeSyntax.self) { return typeName(type.baseType) }
    return builder.intern(range(syntax))
  }

  private func dottedName(_ type: MemberTypeSyntax) -> String {
    let base: String
    if let outer = type.baseType.as(MemberTypeSyntax.self) {
      base = dottedName(outer)
    } else if let outer = type.baseType.as(IdentifierTypeSyntax.self) {
      base = outer.name.text
    } else {
      base = type.baseType.trimmedDescription
    }
    return base + "." + type.name.text
  }

  private func named(
    _ syntax: TypeSyntax, _ flags: Node.Flags, _ generics: GenericArgumentClauseSyntax?
  ) {
    typeNode(range(syntax), flags, name: typeName(syntax)) {
      if let base = syntax.as(MemberTypeSyntax.self)?.baseType.as(IdentifierTypeSyntax.self) {
        arguments(base.genericArgumentClause)
      }
      arguments(generics)
    }
  }

  private func arguments(_ clause: GenericArgumentClauseSyntax?) {
    for argument in clause?.arguments ?? [] {
      if let type = argument.argument.as(TypeSyntax.self) { self.type(type) }
    }
  }

  private func nested(
    _ syntax: TypeSyntax, _ flags: Node.Flags, _ elements: [TypeSyntax], name: TypeSyntax? = nil
  ) {
    typeNode(range(syntax), flags, name: name.map(typeName) ?? 0) {
      for element in elements { type(element) }
    }
  }

  private func function(_ syntax: FunctionTypeSyntax, _ outer: Node.Flags) {
    var flags = outer.union(.isFunctionType)
    if syntax.effectSpecifiers?.asyncSpecifier != nil { flags.insert(.isAsync) }
    if syntax.effectSpecifiers?.throwsClause != nil { flags.insert(.canThrow) }
    typeNode(range(syntax), flags) {
      for parameter in syntax.parameters { type(parameter.type) }
      type(syntax.returnClause.type)
    }
  }

  private func tuple(_ syntax: TupleTypeSyntax, _ outer: Node.Flags) {
    // `(any P)?` and `(() -> Void)?` only need their parentheses to be read.
    if syntax.elements.count == 1, let element = syntax.elements.first, element.firstName == nil {
      return type(element.type, outer)
    }
    typeNode(range(syntax), outer.union(.isTuple)) {
      for element in syntax.elements { type(element.type) }
    }
  }

  private func attributed(_ syntax: AttributedTypeSyntax, _ outer: Node.Flags) {
    var flags = outer
    for specifier in syntax.specifiers {
      switch specifier.trimmedDescription {
      case "inout": flags.insert(.isInout)
      case "isolated": flags.insert(.isIsolated)
      case "sending": flags.insert(.isSending)
      case let text where text.hasPrefix("nonisolated"): flags.insert(.isNonisolated)
      default: break
      }
    }
    for attribute in syntax.attributes {
      guard let attribute = attribute.as(AttributeSyntax.self) else { continue }
      let name = attribute.attributeName.trimmedDescription
      if name == "escaping" || name == "autoclosure" {
        flags.insert(.isEscaping)
      } else {
        typeAttributes.append(attribute)
      }
    }
    type(syntax.baseType, flags)
    typeAttributes.removeAll()
  }

  /// Adds a `typeRef`; attributes that stand before the type become its first children.
  private func typeNode(
    _ range: Range<Int>, _ flags: Node.Flags, name: UInt32 = 0, _ body: () -> Void
  ) {
    _ = node(.typeRef, range, flags: flags, name: name) {
      let attributes = typeAttributes
      typeAttributes.removeAll()
      for attribute in attributes { walk(attribute) }
      body()
    }
  }
}
