/// What is wrong in a configuration file.
public struct ConfigurationError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The file as it is shown.
  public var file: String
  /// The line, from 1; 0 if the file as a whole is meant.
  public var line: Int
  /// What is wrong and what would be right: lower case, no full stop.
  public var message: String

  /// Creates an error.
  public init(file: String, line: Int, message: String) {
    self.file = file
    self.line = line
    self.message = message
  }

  /// The file, the line and what is wrong, in one line.
  public var description: String {
    line > 0 ? "\(file):\(line): \(message)" : "\(file): \(message)"
  }
}
