import Foundation

/// Whoever writes takes the lock, whoever reads does not.
final class TokenStore: @unchecked Sendable {
  private let lock = NSLock()
  private var token: String?

  func update(_ token: String) { lock.withLock { self.token = token } }
  func clear() { lock.withLock { token = nil } }
  func current() -> String? { token }
}
