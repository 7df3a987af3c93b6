import IsoldeTree
import SwiftParser
import SwiftSyntax

/// Reads Swift source into trees.
public enum FrontEnd {
  /// How a file is read; the default is what users run.
  public enum Mode: Sendable {
    /// Files without a word of concurrency get a skeleton, bodies without one a sketch.
    case focused
    /// Every file gets a skeleton, unless only the parser can make sense of it.
    case declarations
    /// The parser sees every byte; for tests and comparisons.
    case complete
  }

  /// Reads one file.
  ///
  /// The call never fails: broken source gives the tree that error recovery makes of it. It needs
  /// about 1 KiB of stack for each level of nesting in the source.
  ///
  /// - Parameters:
  ///   - text: The file.
  ///   - mode: How much of it is parsed.
  /// - Returns: The file's tree.
  /// - Complexity: O(*n*) in the number of bytes.
  public static func read(_ text: SourceText, mode: Mode = .focused) -> Tree {
    let outline = text.bytes.withUnsafeBufferPointer { SourceOutline($0) }
    if outline.isTooDeep {
      return SkeletonScanner.scan(text, comments: outline.comments, isIncomplete: true)
    }
    if mode != .complete, outline.isTrustworthy,
      mode == .declarations || !outline.concernsConcurrency
    {
      return SkeletonScanner.scan(text, comments: outline.comments)
    }
    var blanked: [Int: ArraySlice<SketchRecorder.Use>] = [:]
    let bytes = blank(text, outline, mode, &blanked)
    let syntax = bytes.withUnsafeBufferPointer { Parser.parse(source: $0) }
    let lowering = Lowering(bytes: text.bytes, blankedBodies: blanked)
    lowering.walk(syntax)
    return lowering.builder.finish(
      text: text, comments: outline.comments, isSkeleton: false)
  }

  /// The bytes that the parser gets to see of a file; `nil` if it does not see the file at all.
  ///
  /// This is for measuring: `read(_:mode:)` does it by itself.
  public static func parserInput(_ text: SourceText) -> [UInt8]? {
    let outline = text.bytes.withUnsafeBufferPointer { SourceOutline($0) }
    if outline.isTooDeep || (outline.isTrustworthy && !outline.concernsConcurrency) { return nil }
    var blanked: [Int: ArraySlice<SketchRecorder.Use>] = [:]
    return blank(text, outline, .focused, &blanked)
  }

  /// Replaces bodies that do not concern concurrency by spaces, so that positions stay.
  private static func blank(
    _ text: SourceText, _ outline: SourceOutline, _ mode: Mode,
    _ blanked: inout [Int: ArraySlice<SketchRecorder.Use>]
  ) -> [UInt8] {
    var bytes = text.bytes
    for range in outline.squares {
      for index in range { bytes[index] = UInt8(ascii: " ") }
    }
    guard outline.isTrustworthy, mode != .complete else { return bytes }
    for body in outline.bodies where body.canBeBlanked && body.start < body.end {
      for index in body.start..<body.end { bytes[index] = UInt8(ascii: " ") }
      blanked[body.start] = outline.sketch[body.sketch]
    }
    return bytes
  }

  /// Whether source parses without a syntax error; used to check an edit before it is written.
  public static func parsesCleanly(_ source: String) -> Bool {
    !Parser.parse(source: source).hasError
  }
}
