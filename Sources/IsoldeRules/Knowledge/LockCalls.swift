import IsoldeModel
import IsoldeTree

/// Calls that take or release a lock until another call, and closures that run under one.
enum LockCalls {
  /// What a call does to a lock.
  enum Effect { case take, release }

  /// What a lock makes those do who wait for it.
  enum Kind: Sendable, Hashable {
    /// The thread waits.
    case lock
    /// The thread waits for a dispatch queue.
    case queue
    /// The task waits and its thread does other work.
    case asyncLock
  }

  /// What a call of a name does to the lock that it is made on or given.
  static func effect(of name: String) -> Effect? { effects[name] }

  /// The names of functions that take the lock as their argument.
  static func isFunction(_ name: String) -> Bool { functions.contains(name) }

  private static let effects: [String: Effect] = [
    "lock": .take, "unlock": .release,
    "acquire": .take, "release": .release, "wait": .take, "signal": .release,
    "lockRead": .take, "lockWrite": .take,
    "readLock": .take, "writeLock": .take, "readUnlock": .release, "writeUnlock": .release,
    "lockForReading": .take, "lockForWriting": .take, "acquireLock": .take,
    "releaseLock": .release,
    "os_unfair_lock_lock": .take, "os_unfair_lock_unlock": .release,
    "pthread_mutex_lock": .take, "pthread_mutex_unlock": .release,
    "pthread_rwlock_rdlock": .take, "pthread_rwlock_wrlock": .take,
    "pthread_rwlock_unlock": .release,
    "objc_sync_enter": .take, "objc_sync_exit": .release,
    "OSSpinLockLock": .take, "OSSpinLockUnlock": .release,
  ]

  private static let functions: Set<String> = [
    "os_unfair_lock_lock", "os_unfair_lock_unlock", "pthread_mutex_lock", "pthread_mutex_unlock",
    "pthread_rwlock_rdlock", "pthread_rwlock_wrlock", "pthread_rwlock_unlock", "objc_sync_enter",
    "objc_sync_exit", "OSSpinLockLock", "OSSpinLockUnlock",
  ]
}
