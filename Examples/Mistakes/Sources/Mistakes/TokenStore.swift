/// The compiler was told to look away: two threads can write `token` at once.
final class TokenStore: @unchecked Sendable {
  private var token: String?

  func update(_ token: String) { self.token = token }
  func current() -> String? { token }
}
