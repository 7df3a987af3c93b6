import IsoldeSyntax
import IsoldeTree
import Synchronization

/// Gives the trees of texts: from the cache where it has them, else from the parser.
struct TreeSource: Sendable {
  let cache: TreeCache?
  /// Set when the cache could not be written; then it is not tried again.
  private let failure = Failure()

  init(cache: TreeCache? = nil) { self.cache = cache }

  /// Why nothing could be kept in the cache; `nil` if all went well.
  var complaint: String? { failure.message.withLock { $0 } }

  /// The tree of a text, read as a mode says.
  ///
  /// - Returns: The tree, and the hash of the entry that the cache keeps it in.
  func tree(of text: SourceText, _ mode: FrontEnd.Mode) -> (tree: Tree, hash: ContentHash) {
    var hash = ContentHash(text.bytes)
    switch mode {
    case .focused: break
    case .declarations: hash.add("declarations")
    case .complete: hash.add("complete")
    }
    guard let cache else { return (FrontEnd.read(text, mode: mode), hash) }
    if let known = cache.tree(of: text, hash: hash) { return (known, hash) }
    let tree = FrontEnd.read(text, mode: mode)
    if complaint == nil {
      do throws(FileFailure) {
        try cache.store(tree, hash: hash)
      } catch {
        failure.message.withLock { $0 = $0 ?? error.description }
      }
    }
    return (tree, hash)
  }

  private final class Failure: Sendable {
    let message = Mutex<String?>(nil)
  }
}
