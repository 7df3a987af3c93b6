import Foundation
import IsoldeChecker
import Testing

@Suite("Standard output")
struct StandardOutputTests {
  init() { StandardOutput.ignoreBrokenPipes() }

  @Test("takes all of a text that is longer than a pipe holds")
  func longText() throws {
    let text = String(repeating: "x", count: 1_000_000)
    let pipe = Pipe()
    let descriptor = dup(pipe.fileHandleForWriting.fileDescriptor)
    try pipe.fileHandleForWriting.close()
    // isolde:ignore gcd-in-new-code - both ends block, so the writer needs a thread of its own
    Thread.detachNewThread {
      _ = try? StandardOutput(descriptor: descriptor).write(text)
      close(descriptor)
    }
    #expect(try pipe.fileHandleForReading.readToEnd()?.count == text.utf8.count)
  }

  @Test("whose reader has left ends quietly")
  func closedPipe() throws {
    let pipe = Pipe()
    try pipe.fileHandleForReading.close()
    let output = StandardOutput(descriptor: pipe.fileHandleForWriting.fileDescriptor)
    #expect(try output.write("text") == false)
  }

  @Test("that cannot be written to is a failure")
  func failure() {
    #expect(throws: FileFailure.system(operation: "write", path: "standard output", code: EBADF)) {
      try StandardOutput(descriptor: 1_000_000).write("text")
    }
  }
}
