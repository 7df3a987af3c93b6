import IsoldeTree

/// What one pass of the lexer learns about a file: its comments, its function bodies, and whether
/// anything in it concerns concurrency.
struct SourceOutline {
  /// A function body, without its braces.
  struct Body {
    var start: Int
    var end: Int
    /// Whether a word of `Word.concerns` stands in it.
    var concernsConcurrency: Bool
    /// Whether it must be parsed anyway, because its first word says what kind of body it is.
    var holdsObservers = false
    /// What it does to names, as a range of `sketch`; empty if it concerns concurrency.
    var sketch: Range<Int> = 0..<0

    /// Whether the parser need not see what is in it.
    var canBeBlanked: Bool { !concernsConcurrency && !holdsObservers }
  }

  var comments: [Comment] = []
  var bodies: [Body] = []
  /// The uses of names in the bodies that can be blanked.
  var sketch: [SketchRecorder.Use] = []
  /// Whether a word of `Word.concerns` stands anywhere in the file.
  var concernsConcurrency = false
  /// Whether the parser must not see the file, because it is nested too deeply.
  var isTooDeep = false
  /// What is nested too deeply in square brackets for the parser to see.
  var squares: [Range<Int>] = []
  /// Whether every brace and literal closed; otherwise nothing may be blanked.
  var isTrustworthy = true

  /// Reads a file once.
  ///
  /// - Complexity: O(*n*) in the number of bytes.
  init(_ bytes: UnsafeBufferPointer<UInt8>) {
    var finder = BodyFinder(bytes)
    finder.run()
    comments = finder.lexer.comments.map {
      Comment(
        start: UInt32(truncatingIfNeeded: $0.start), end: UInt32(truncatingIfNeeded: $0.end),
        startsLine: $0.startsLine)
    }
    bodies = finder.bodies
    sketch = finder.sketch.uses
    isTooDeep = finder.nesting.isTooDeep
    squares = finder.nesting.squares
    concernsConcurrency = finder.concernsConcurrency
    isTrustworthy = finder.isBalanced && !finder.lexer.isConfused
  }
}
