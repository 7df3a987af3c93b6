/// The objects of an Xcode project, by id.
struct XcodeObjects: Sendable {
  private let objects: [String: PropertyList]
  /// The id of the project.
  let rootID: String

  /// Takes the objects out of a project file; `nil` if it does not hold a project.
  init?(_ list: PropertyList) {
    guard let root = list.entries["rootObject"]?.text, let objects = list.entries["objects"] else {
      return nil
    }
    self.objects = objects.entries
    rootID = root
  }

  /// The properties of an object; none if it is missing.
  subscript(id: String) -> [String: PropertyList] { objects[id]?.entries ?? [:] }

  /// The class of an object.
  func kind(_ id: String) -> String { self[id]["isa"]?.text ?? "" }

  /// A text of an object.
  func text(_ id: String, _ key: String) -> String? { self[id][key]?.text }

  /// The ids that an object lists under a key.
  func ids(_ id: String, _ key: String) -> [String] {
    self[id][key]?.elements.compactMap(\.text) ?? []
  }
}
