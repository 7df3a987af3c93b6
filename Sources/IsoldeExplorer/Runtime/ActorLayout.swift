internal import CExplorerRuntime

/// Tells whether the memory of an actor's properties is all that there is to them.
///
/// Then a step that leaves the memory as it was has changed nothing, and two such steps can be taken
/// in any order.
enum ActorLayout {
  /// The range from an actor's first property to the end of its last; empty if a property owns more
  /// than its own bytes.
  ///
  /// - Complexity: O(*n*) in the number of properties.
  static func plainRange(ofClass type: Any.Type) -> Range<Int> {
    var range: Range<Int>?
    for index in 0..<fieldCount(type) {
      var field = FieldMetadata()
      let fieldType = fieldMetadata(type, index: index, field: &field)
      field.free?(field.name)
      let start = fieldOffset(type, index: index)
      let (size, isPlain) = layout(of: fieldType)
      // The first field of an actor is the runtime's own.
      if index == 0, start == MemoryLayout<UInt>.size * 2, size > 64 { continue }
      guard isPlain || (!field.isVariable && fieldType is any Actor.Type) else { return 0..<0 }
      range = min(range?.lowerBound ?? start, start)..<max(range?.upperBound ?? 0, start + size)
    }
    return range ?? 0..<0
  }

  private static func layout(of type: Any.Type) -> (size: Int, isPlain: Bool) {
    func open<T>(_ type: T.Type) -> (Int, Bool) { (MemoryLayout<T>.size, _isPOD(type)) }
    return open(type)
  }
}

/// What the runtime's reflection says of a property; its layout is the standard library's own.
private struct FieldMetadata {
  var name: UnsafePointer<CChar>?
  var free: (@convention(c) (UnsafePointer<CChar>?) -> Void)?
  var isStrong = false
  var isVariable = false
}

@_silgen_name("swift_reflectionMirror_recursiveCount")
private func fieldCount(_ type: Any.Type) -> Int

@_silgen_name("swift_reflectionMirror_recursiveChildMetadata")
private func fieldMetadata(
  _ type: Any.Type, index: Int, field: UnsafeMutablePointer<FieldMetadata>
) -> Any.Type

@_silgen_name("swift_reflectionMirror_recursiveChildOffset")
private func fieldOffset(_ type: Any.Type, index: Int) -> Int

/// What the engine asks for the range of a class.
let plainRangeOfClass: explorer_plain_range_of = { metadata in
  guard let metadata else { return explorer_plain_range(start: 0, end: 0) }
  let range = ActorLayout.plainRange(ofClass: unsafeBitCast(metadata, to: Any.Type.self))
  return explorer_plain_range(
    start: UInt32(range.lowerBound), end: UInt32(range.upperBound))
}
