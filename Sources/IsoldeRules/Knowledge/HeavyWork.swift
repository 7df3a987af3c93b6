/// Synchronous calls that take long enough to be felt when they run on the main thread.
enum HeavyWork {
  /// Whether a method of this name decodes, renders, compresses or hashes.
  static func isMethod(_ name: String) -> Bool { methods.contains(name) }

  /// Whether a function or initializer of this name does.
  static func isFunction(_ name: String) -> Bool { functions.contains(name) }

  private static let methods: Set<String> = [
    "decode", "encode", "jsonObject", "unarchivedObject", "createCGImage", "pngData", "jpegData",
    "heicData", "compressed", "decompressed", "hash", "render", "resized", "preparingThumbnail",
    "preparingForDisplay", "perform", "enumerateMatches", "propertyList", "prediction",
  ]

  private static let functions: Set<String> = [
    "CGImageSourceCreateThumbnailAtIndex", "CGImageSourceCreateImageAtIndex",
  ]
}
