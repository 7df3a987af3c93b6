import IsoldeModel
import IsoldeTree

/// Calls of Apple's frameworks and Foundation that compute for long.
enum HeavyCall {
  /// What a call does, for a message; `nil` if it is not known to be heavy.
  static func name(of call: NodeID, _ code: CodeContext) -> String? {
    let tree = code.tree
    guard tree[call].kind == .call else { return nil }
    let name = tree.name(call)
    if tree.receiver(call) == nil {
      return HeavyWork.isFunction(name) ? "'\(name)'" : nil
    }
    switch name {
    case "decode":
      return decodesCollection(call, code) ? "decoding a collection" : nil
    case "jsonObject":
      return isCastToArray(call, tree) ? "parsing a collection" : nil
    case "unarchivedObject": return "unarchiving"
    case "createCGImage", "pngData", "jpegData", "heicData": return "'\(name)'"
    case "hash":
      let digest = tree.receiverName(call)
      return digest.hasPrefix("SHA") || digest.hasPrefix("Insecure") ? "hashing" : nil
    case "compressed", "decompressed":
      return tree.argument(call, labelled: "using") == nil ? nil : "compression"
    default: return nil
    }
  }

  /// Whether `decode([T].self, from:)` is called; or of a type that only wraps a
  /// collection; one record is small, even if a short list is in it.
  private static func decodesCollection(_ call: NodeID, _ code: CodeContext) -> Bool {
    let tree = code.tree
    guard tree.argument(call, labelled: "from") != nil,
      let metatype = tree.positionalArguments(call).first, tree.name(metatype) == "self",
      let type = tree.firstChild(metatype)
    else { return false }
    if tree[type].kind == .arrayExpr || tree[type].kind == .dictionaryExpr { return true }
    guard tree[type].kind == .identifier, let entry = code.entry(of: TypeName(tree.name(type)))
    else { return false }
    let stored = entry.properties.values.filter { !$0.fact.isStatic && $0.fact.isStored }
    return stored.count == 1
      && stored.allSatisfy { ["Array", "Dictionary"].contains($0.fact.type?.base ?? "") }
  }

  private static func isCastToArray(_ call: NodeID, _ tree: Tree) -> Bool {
    guard tree.receiverName(call) == "JSONSerialization" else { return false }
    let outer = tree.marked(call)
    guard let cast = tree.parent(outer), tree[cast].kind == .cast, let type = tree.lastChild(cast)
    else { return false }
    return TypeName(type, in: tree).base == "Array"
  }
}
