import Foundation

/// The interface stands still while a picture loads, and after one failure for ever.
@MainActor
final class FeedModel {
  private(set) var rows: [String] = []
  private(set) var header = Data()
  private var isLoading = false

  func showHeader(_ url: URL) throws {
    header = try Data(contentsOf: url)
  }

  func reload() async throws {
    guard !isLoading else { return }
    isLoading = true
    rows = try await fetchRows()
    isLoading = false
  }

  private nonisolated func fetchRows() async throws -> [String] { [] }
}
