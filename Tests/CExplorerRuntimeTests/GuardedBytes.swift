#if os(Linux)
  import CExplorerRuntime
  import Glibc

  /// Bytes that end right before memory that must not be touched.
  ///
  /// Reading behind the end ends the process, so a test that goes on has shown that nothing did.
  struct GuardedBytes: ~Copyable {
    private let mapping: UnsafeMutableRawPointer
    private let size: Int
    let bytes: explorer_bytes

    init(_ content: [UInt8]) {
      let page = Int(sysconf(Int32(_SC_PAGESIZE)))
      let usable = (content.count + page - 1) / page * page
      size = usable + page
      mapping = mmap(nil, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
      mprotect(mapping + usable, page, PROT_NONE)
      let start = mapping + (usable - content.count)
      content.withUnsafeBytes { source in
        if let base = source.baseAddress { start.copyMemory(from: base, byteCount: source.count) }
      }
      bytes = explorer_bytes(
        start: UnsafePointer(start.assumingMemoryBound(to: UInt8.self)), length: content.count)
    }

    deinit { munmap(mapping, size) }
  }

  /// Looks addresses up in a line section that is given as bytes.
  func lines(
    of addresses: [UInt64], in section: [UInt8], strings: [UInt8] = [],
    function: ClosedRange<UInt64> = 1...UInt64.max
  ) -> [FoundLine?] {
    let line = GuardedBytes(section)
    let lineStrings = GuardedBytes(strings)
    let sections = explorer_line_sections(
      line: line.bytes, line_strings: lineStrings.bytes, strings: lineStrings.bytes)
    guard let reader = explorer_lines_open(sections) else { return addresses.map { _ in nil } }
    defer { explorer_lines_close(reader) }
    return addresses.map { address in
      var found = explorer_line()
      guard
        explorer_lines_find(reader, address, function.lowerBound, function.upperBound, &found)
      else { return nil }
      defer { free(found.file) }
      return FoundLine(file: String(cString: found.file), line: found.line, column: found.column)
    }
  }
#endif
