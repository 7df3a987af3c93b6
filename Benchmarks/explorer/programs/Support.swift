/// What a yardstick program throws when the property it is about does not hold.
struct YardstickFailure: Error, Equatable, CustomStringConvertible {
  /// What was wrong, with the values that were seen.
  let description: String

  init(_ description: String) {
    self.description = description
  }
}

/// Local work between two calls of an actor.
///
/// Without it the compiler stays on an actor that is called twice in a row, and the two calls
/// become one step that no schedule can split.
@inline(never) func opaque() {}

/// A lock for tasks: a waiting task is suspended, and waiters are served in order of arrival.
actor AsyncLock {
  private var isHeld = false
  private var waiters: [CheckedContinuation<Void, Never>] = []

  func acquire() async {
    guard isHeld else {
      isHeld = true
      return
    }
    await withCheckedContinuation { waiters.append($0) }
  }

  /// Hands the lock straight to the first waiter, so that a newcomer cannot overtake it.
  func release() {
    if waiters.isEmpty {
      isHeld = false
    } else {
      waiters.removeFirst().resume()
    }
  }
}

/// A whole number behind an actor; reading and writing are separate calls.
actor Cell {
  private(set) var value: Int

  init(_ value: Int = 0) {
    self.value = value
  }

  func set(_ newValue: Int) {
    value = newValue
  }

  func add(_ amount: Int) {
    value += amount
  }
}

/// A place for one item that a producer fills when it is empty and a consumer takes.
actor Slot {
  private(set) var items: Int
  private var producers: [CheckedContinuation<Void, Never>] = []
  private var consumers: [CheckedContinuation<Void, Never>] = []

  init(items: Int) {
    self.items = items
  }

  func produce() async {
    while items > 0 {
      await withCheckedContinuation { producers.append($0) }
    }
    items += 1
    Self.wakeFirst(of: &consumers)
  }

  func consume() async {
    await waitForItem()
    items -= 1
    Self.wakeFirst(of: &producers)
  }

  /// Waits for an item and wakes a producer, but leaves the item in its place.
  func look() async {
    await waitForItem()
    Self.wakeFirst(of: &producers)
  }

  private func waitForItem() async {
    while items == 0 {
      await withCheckedContinuation { consumers.append($0) }
    }
  }

  private static func wakeFirst(of waiters: inout [CheckedContinuation<Void, Never>]) {
    guard !waiters.isEmpty else { return }
    waiters.removeFirst().resume()
  }
}
