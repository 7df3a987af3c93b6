import Foundation

/// What a program used from its start to its end.
struct Usage {
  /// Processor seconds, user and system.
  var cpu: Double
  /// Seconds on the clock.
  var wall: Double
  /// The largest resident set, in MiB.
  var memory: Double
  /// Everything it printed.
  var output: String
}

/// Runs a program and asks the system what it used.
enum ChildProcess {
  static func run(_ arguments: [String]) -> Usage {
    let start = ContinuousClock.now
    let pipe = Pipe()
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    posix_spawn_file_actions_adddup2(&actions, pipe.fileHandleForWriting.fileDescriptor, 1)
    posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
    var child = pid_t()
    let words = arguments.map { strdup($0) } + [nil]
    let code = posix_spawnp(&child, arguments[0], &actions, nil, words, environ)
    posix_spawn_file_actions_destroy(&actions)
    words.forEach { free($0) }
    try? pipe.fileHandleForWriting.close()
    guard code == 0 else { return Usage(cpu: .nan, wall: .nan, memory: .nan, output: "") }
    let output = (try? pipe.fileHandleForReading.readToEnd()) ?? nil
    var status: Int32 = 0
    var usage = rusage()
    wait4(child, &status, 0, &usage)
    return Usage(
      cpu: seconds(usage.ru_utime) + seconds(usage.ru_stime),
      wall: (ContinuousClock.now - start) / .seconds(1),
      memory: Double(usage.ru_maxrss) / 1024,
      output: String(decoding: output ?? Data(), as: UTF8.self))
  }

  private static func seconds(_ time: timeval) -> Double {
    Double(time.tv_sec) + Double(time.tv_usec) / 1e6
  }
}
