/// Paths as the reader of a terminal needs them: relative to where the command was run.
struct ShownPath {
  private let root: String
  private let folder: String?

  /// Prepares paths.
  ///
  /// - Parameters:
  ///   - root: The folder that the report's paths are relative to.
  ///   - folder: The folder of the reader, absolute; `nil` leaves paths as they are.
  init(root: String, folder: String?) {
    self.root = root.hasSuffix("/") ? root : root + "/"
    self.folder = folder.map { $0.hasSuffix("/") ? $0 : $0 + "/" }
  }

  /// A path of the report for the reader; absolute if their folder is not above it.
  func callAsFunction(_ file: String) -> String {
    guard let folder, !file.hasPrefix("/"), !file.hasPrefix("<") else { return file }
    let whole = root + file
    return whole.hasPrefix(folder) ? String(whole.dropFirst(folder.count)) : whole
  }
}
