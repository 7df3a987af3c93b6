import IsoldeChecker
import IsoldeSyntax
import IsoldeTree
import SwiftParser

/// Parses the files that the checker would parse, and throws the trees away.
enum ParseOnly {
  /// Parses the files of a folder on one thread.
  ///
  /// - Parameters:
  ///   - mode: `bare` gives the parser whole files, `focused` what the checker gives it.
  ///   - folder: The folder.
  static func run(mode: String, folder: String) {
    var lines = 0
    for file in Discovery().find([folder]).files {
      guard let text = try? file.read(), let input = FrontEnd.parserInput(text) else { continue }
      let bytes = mode == "bare" ? text.bytes : input
      lines += text.lineCount
      bytes.withUnsafeBufferPointer { buffer in
        _ = Parser.parse(source: buffer)
      }
    }
    print(lines)
  }
}
