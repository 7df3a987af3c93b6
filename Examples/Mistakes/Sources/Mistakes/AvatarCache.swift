import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Ten cells that show the same person download the picture ten times.
actor AvatarCache {
  private var pictures: [URL: Data] = [:]

  func picture(at url: URL) async throws -> Data {
    if let known = pictures[url] { return known }
    let (data, _) = try await URLSession.shared.data(from: url)
    pictures[url] = data
    return data
  }
}
