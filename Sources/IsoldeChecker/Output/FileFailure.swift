import Foundation

/// Why a file cannot be read or written.
public enum FileFailure: Error, Equatable, CustomStringConvertible {
  /// A part of the path is a symbolic link.
  case link(path: String)
  /// The path leads out of the folder that may be changed.
  case outside(path: String, root: String)
  /// The path names something that is not a file.
  case notAFile(path: String)
  /// The file may not be written.
  case readOnly(path: String)
  /// The system refused; `code` is its error number.
  case system(operation: String, path: String, code: Int32)

  /// The failure in one sentence without a full stop, safe to print.
  public var description: String { PlainText.cleaned(sentence) }

  private var sentence: String {
    switch self {
    case .link(let path): "'\(path)' is or leads through a symbolic link, which is not followed"
    case .outside(let path, let root): "'\(path)' is not inside '\(root)'"
    case .notAFile(let path): "'\(path)' is not a file"
    case .readOnly(let path): "'\(path)' is write-protected"
    case .system(let operation, let path, let code):
      "cannot \(operation) '\(path)': \(String(cString: strerror(code)))"
    }
  }

  /// Whether the file does not exist.
  public var isMissingFile: Bool {
    if case .system(_, _, ENOENT) = self { true } else { false }
  }
}
