import Foundation
import Testing

@Suite("Bad input to isolde")
struct BadInputTests {
  private let isolde: Isolde
  private let folder: Folder

  init() throws {
    isolde = try Isolde()
    folder = try Folder()
  }

  @Test("a path that does not exist is named, and the rest is checked")
  func missingPath() throws {
    try folder.write("Wallet.swift", Folder.wallet)
    let run = try isolde("check", "nowhere.swift", "Wallet.swift", in: folder.url)
    #expect(run.code == 2)
    #expect(run.output.contains("nowhere.swift: error:"))
    #expect(run.output.contains("Wallet.swift:6:5: warning:"))
  }

  @Test("a file that cannot be read is named")
  func unreadable() throws {
    // A link to itself can be listed but not opened, by nobody.
    let link = folder.url.appending(path: "S.swift")
    try FileManager.default.createSymbolicLink(at: link, withDestinationURL: link)
    let run = try isolde("check", "S.swift", in: folder.url)
    #expect(run.code == 2)
    #expect(run.output.contains("S.swift: error:"))
  }

  @Test("a loop of folders ends")
  func directoryLoop() throws {
    try folder.write("a/Wallet.swift", Folder.wallet)
    try FileManager.default.createSymbolicLink(
      at: folder.url.appending(path: "a/loop"), withDestinationURL: folder.url)
    let run = try isolde("check", in: folder.url)
    #expect(run.code == 1)
    #expect(run.output.contains("in 1 file"))
  }

  @Test("a file over 4 MB is skipped with a line")
  func largeFile() throws {
    try folder.write("Large.swift", bytes: Array(repeating: UInt8(ascii: "\n"), count: 5 << 20))
    let run = try isolde("check", in: folder.url)
    #expect(run.code == 0)
    #expect(run.errors.contains("Large.swift"))
  }

  @Test(
    "odd bytes are read as well as they can be",
    arguments: [
      [0xFF, 0xFE, 0x00], [0x00], [], Array("\u{FEFF}".utf8), Array("{{{{(((\"".utf8),
      Array("}}}}".utf8), Array("\"\"\"".utf8), Array("/* /*".utf8), Array("#if\n#else".utf8),
      Array("func f( async { await".utf8), Array("\\(\\(".utf8), [0xC3, 0x28, 0xA0, 0xA1],
    ] as [[UInt8]])
  func oddBytes(bytes: [UInt8]) throws {
    try folder.write("Odd.swift", bytes: bytes + Array("\n".utf8) + Array(Folder.wallet.utf8))
    let run = try isolde("check", "--no-cache", in: folder.url)
    #expect(run.code == 0 || run.code == 1)
  }

  @Test("ten thousand levels of nesting are survived", arguments: ["{", "(", "[", "if a { ", "!"])
  func nesting(opening: String) throws {
    let deep = String(repeating: opening, count: 10_000)
    try folder.write("Deep.swift", "func f() async { await g()\n\(deep)\n}\n")
    try folder.write(
      "Chain.swift", "func f() async { await a" + String(repeating: ".b()", count: 10_000) + "}")
    let run = try isolde("check", "--no-cache", in: folder.url)
    #expect(run.code == 0)
  }

  @Test("a broken configuration is named with its line and the nearest key")
  func configuration() throws {
    try folder.write("A.swift", "")
    try folder.write(".isolde.yml", "preset: default\nexlude: [a]\n")
    let run = try isolde("check", in: folder.url)
    #expect(run.code == 2)
    #expect(run.errors.contains(".isolde.yml:2"))
    #expect(run.errors.contains("exclude"))
  }

  @Test("an unknown rule is named with the nearest one")
  func unknownRule() throws {
    let run = try isolde("check", "--only", "actor-check-than-act", in: folder.url)
    #expect(run.code == 2)
    #expect(run.errors.contains("actor-check-then-act"))
    #expect(try isolde("explain", "actor-check", in: folder.url).code == 2)
  }

  @Test("an unknown option, command or value is named with what is allowed")
  func usage() throws {
    #expect(try isolde("check", "--frmat", "json").errors.contains("--format"))
    #expect(try isolde("chekc").errors.contains("check"))
    let format = try isolde("check", "--format", "html")
    #expect(format.code == 2)
    #expect(format.errors.contains("text, xcode, json, sarif, github"))
    #expect(try isolde().code == 2)
  }

  @Test("a cache that cannot be written costs a note and nothing else")
  func readOnlyCache() throws {
    try folder.write("Wallet.swift", Folder.wallet)
    // A file stands where the folder should be.
    try folder.write(".isolde/cache", "")
    let run = try isolde("check", in: folder.url)
    #expect(run.code == 1)
    #expect(run.errors.contains("no cache:"))
  }

  @Test("forged cache entries are not believed")
  func forgedCache() throws {
    try folder.write("Wallet.swift", Folder.wallet)
    let first = try isolde("check", "--format", "xcode", in: folder.url)
    let cache = folder.url.appending(path: ".isolde/cache")
    let entries = try FileManager.default.contentsOfDirectory(atPath: cache.path)
    #expect(entries.count == 1)
    for entry in entries {
      let file = cache.appending(path: entry)
      var bytes = Array(try Data(contentsOf: file))
      for index in stride(from: bytes.count / 2, to: bytes.count, by: 7) { bytes[index] ^= 0x55 }
      try Data(bytes).write(to: file)
    }
    #expect(try isolde("check", "--format", "xcode", in: folder.url).output == first.output)
    for entry in entries { try Data("x".utf8).write(to: cache.appending(path: entry)) }
    #expect(try isolde("check", "--format", "xcode", in: folder.url).output == first.output)
  }

  @Test("a reader that leaves early ends the output quietly")
  func closedPipe() throws {
    for index in 0..<400 { try folder.write("W\(index).swift", Folder.wallet) }
    let shell = Process()
    shell.executableURL = URL(filePath: "/bin/sh")
    shell.arguments = [
      "-c", "{ \"$0\" check --no-cache .; echo \"code $?\" >&2; } | head -1",
      isolde.executable.path,
    ]
    shell.currentDirectoryURL = folder.url
    let (output, errors) = (Pipe(), Pipe())
    shell.standardOutput = output
    shell.standardError = errors
    try shell.run()
    let complained = try errors.fileHandleForReading.readToEnd() ?? Data()
    shell.waitUntilExit()
    let text = String(decoding: complained, as: UTF8.self)
    #expect(text.contains("code 1"))
    #expect(!text.lowercased().contains("broken pipe"))
  }
}
