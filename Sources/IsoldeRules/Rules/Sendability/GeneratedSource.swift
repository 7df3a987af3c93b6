import IsoldeModel
import IsoldeTree

/// Files that a tool seems to have written although they do not say so at the top.
enum GeneratedSource {
  /// Whether nobody would write a comment in a file: its folder or its linter commands say so.
  static func isLikely(_ file: FileContext) -> Bool {
    let path = file.project.units[file.unit].path.lowercased()
    if path.contains("generated/") { return true }
    return file.tree.comments.prefix(16).contains {
      file.tree.text($0).contains("swiftlint:disable all")
    }
  }
}
