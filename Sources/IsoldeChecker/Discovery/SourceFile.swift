import IsoldeModel
import IsoldeTree

/// A file that is checked.
public struct SourceFile: Sendable, Hashable {
  /// The path relative to the root, with slashes; absolute if the file lies outside.
  public var path: String
  /// Where to open it: an absolute path.
  public var location: String
  /// What it is for as far as its path tells; `role(of:in:)` looks into it as well.
  public var role: SourceUnit.Role
  /// How many bytes it had when it was found.
  public var size: Int
  /// Whether the user named the file itself.
  public var isNamed: Bool

  /// No file is read that is larger, whatever the options say.
  public static let largestSize = 256 << 20

  /// Creates a file.
  public init(
    path: String, location: String, role: SourceUnit.Role, size: Int, isNamed: Bool = false
  ) {
    self.path = path
    self.location = location
    self.role = role
    self.size = size
    self.isNamed = isNamed
  }

  /// Reads the file.
  ///
  /// - Throws: An error if it is gone, is no regular file or cannot be opened.
  public func read() throws(InputError) -> SourceText {
    do {
      return SourceText(bytes: try FileSystem.read(location, limit: Self.largestSize))
    } catch {
      throw InputError(
        path: path, message: "file cannot be read: \(error.message)",
        advice: "check its permissions, or list it under 'exclude'")
    }
  }
}
