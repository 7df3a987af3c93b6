#if os(Linux)
  import CExplorerRuntime
  import Glibc
  import Testing

  /// Numbers that a seed repeats.
  private struct SeededNumbers: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
      state &+= 0x9e37_79b9_7f4a_7c15
      var word = state
      word = (word ^ (word >> 30)) &* 0xbf58_476d_1ce4_e5b9
      word = (word ^ (word >> 27)) &* 0x94d0_49bb_1331_11eb
      return word ^ (word >> 31)
    }
  }

  @Suite("Broken debug data")
  struct BrokenBytesTests {
    let addresses: [UInt64] = Array(stride(from: 0x0ff8, to: 0x1020, by: 3)) + [0, .max]

    /// One unit of each version.
    func section() -> (bytes: [UInt8], strings: [UInt8]) {
      let programs = LineProgramTests()
      let tables = [5, 4, 3, 2].map { programs.sample(version: $0) }
      return (tables.flatMap(\.encoded), tables[0].lineStrings)
    }

    func numbers() -> some RandomNumberGenerator {
      let given = getenv("ISOLDE_FUZZ_SEED").flatMap { UInt64(String(cString: $0)) }
      let seed = given ?? UInt64.random(in: 0...UInt64.max)
      print("broken bytes: ISOLDE_FUZZ_SEED=\(seed)")
      return SeededNumbers(state: seed)
    }

    func mutate(_ bytes: inout [UInt8], using numbers: inout some RandomNumberGenerator) {
      for _ in 0..<Int.random(in: 1...8, using: &numbers) {
        guard !bytes.isEmpty else { return }
        let index = Int.random(in: 0..<bytes.count, using: &numbers)
        switch Int.random(in: 0..<6, using: &numbers) {
        case 0: bytes[index] = 0xff
        case 1: bytes[index] = 0
        case 2: bytes[index] ^= 1 << UInt8.random(in: 0..<8, using: &numbers)
        case 3: bytes.remove(at: index)
        case 4: bytes.insert(.random(in: 0...255, using: &numbers), at: index)
        default: bytes[index] = .random(in: 0...255, using: &numbers)
        }
      }
    }

    @Test("A line section cut off anywhere is read up to there")
    func readsTruncatedLines() {
      let section = section()
      for length in 0...section.bytes.count {
        _ = lines(
          of: addresses, in: Array(section.bytes.prefix(length)), strings: section.strings)
      }
    }

    @Test("2,000 changed line sections are read without a crash")
    func readsChangedLines() {
      let section = section()
      var numbers = numbers()
      for _ in 0..<2_000 {
        var (bytes, strings) = section
        mutate(&bytes, using: &numbers)
        if Bool.random(using: &numbers) { mutate(&strings, using: &numbers) }
        _ = lines(of: addresses, in: bytes, strings: strings)
      }
    }

    @Test("A table with a huge count of entries without content ends")
    func endsEmptyEntries() {
      let table = LineProgramTests().sample(version: 5)
      var bytes = table.encoded
      let formats = 4 + 2 + 2 + 4 + 18
      #expect(Array(bytes[formats..<formats + 3]) == [1, 1, 0x1f])
      bytes.replaceSubrange(
        formats..<formats + 4, with: [0] + [UInt8](repeating: 0xff, count: 9) + [1])
      _ = lines(of: addresses, in: bytes, strings: table.lineStrings)
    }

    @Test("500 changed headers and tables of an ELF file are read without a crash")
    func readsChangedFiles() throws {
      let core = try #require(Place(dlsym(nil, "swift_demangle"))).image
      let path = core.replacing("libswiftCore.so", with: "libBlocksRuntime.so")
      let file = try #require(fopen(path, "r"))
      defer { fclose(file) }
      var content = [UInt8](repeating: 0, count: 1 << 20)
      content.removeLast(content.count - fread(&content, 1, content.count, file))
      let sections = Int(content[40]) | Int(content[41]) << 8 | Int(content[42]) << 16
      var numbers = numbers()
      for _ in 0..<500 {
        var bytes = content
        for _ in 0..<Int.random(in: 1...6, using: &numbers) {
          let inHeader = Bool.random(using: &numbers)
          let range = inHeader ? 0..<64 : min(sections, bytes.count - 1)..<bytes.count
          bytes[.random(in: range, using: &numbers)] = .random(in: 0...255, using: &numbers)
        }
        if Bool.random(using: &numbers) {
          bytes.removeLast(.random(in: 0..<bytes.count, using: &numbers))
        }
        let guarded = GuardedBytes(bytes)
        _ = explorer_elf_section(guarded.bytes, ".debug_line")
        guard let functions = explorer_functions_open(guarded.bytes) else { continue }
        var function = explorer_function()
        for address in stride(from: UInt64(0), to: 0x8000, by: 97) {
          guard explorer_functions_find(functions, address, &function) else { continue }
          _ = String(cString: function.name)
        }
        explorer_functions_close(functions)
      }
    }
  }
#endif
