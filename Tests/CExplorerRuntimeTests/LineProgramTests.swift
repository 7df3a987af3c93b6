#if os(Linux)
  import Testing

  @Suite("Line programs")
  struct LineProgramTests {
    /// Rows at 0x1000, 0x1004 (line zero), 0x1008, 0x100c in another file, up to 0x1010.
    func sample(version: UInt16) -> LineTable {
      var table = LineTable(version: version)
      if version >= 5 { table.files.insert(("Zero.swift", 0), at: 0) }
      table.setAddress(0x1000)
      table.setColumn(7)
      table.addRow(line: 5, address: 0)
      table.advance(line: -6, address: 4)
      table.copy()
      table.advance(line: 8, address: 4)
      table.copy()
      table.setFile(2)
      table.addRow(line: 2, address: 4)
      table.endSequence(address: 4)
      return table
    }

    @Test("Every version gives the rows", arguments: [2, 3, 4] as [UInt16])
    func readsOldVersions(version: UInt16) {
      let found = lines(of: [0x1000, 0x1003, 0x1009, 0x100c], in: sample(version: version).encoded)
      #expect(
        found == [
          FoundLine(file: "/first/One.swift", line: 6, column: 7),
          FoundLine(file: "/first/One.swift", line: 6, column: 7),
          FoundLine(file: "/first/One.swift", line: 8, column: 7),
          FoundLine(file: "second/Two.swift", line: 10, column: 7),
        ])
    }

    @Test("Version 5 counts files from zero and joins relative directories to the first one")
    func readsVersion5() {
      var table = sample(version: 5)
      table.files[1].directory = 0
      table.files[2].directory = 1
      let found = lines(of: [0x1000, 0x100c], in: table.encoded, strings: table.lineStrings)
      #expect(found.map { $0?.file } == ["/first/One.swift", "/first/second/Two.swift"])
    }

    @Test("Addresses outside the sequence have no line")
    func knowsEnds() {
      #expect(
        lines(of: [0, 0xfff, 0x1010, .max], in: sample(version: 4).encoded)
          == [nil, nil, nil, nil])
    }

    @Test("Line zero takes the line before it in the function")
    func replacesZeroByPreceding() {
      let found = lines(of: [0x1005], in: sample(version: 4).encoded)
      #expect(found.map { $0?.line } == [6])
    }

    @Test("Line zero at the start of a function takes the line after it")
    func replacesZeroByFollowing() {
      let found = lines(of: [0x1005], in: sample(version: 4).encoded, function: 0x1004...0x1010)
      #expect(found.map { $0?.line } == [8])
    }

    @Test("Line zero takes no line of another function")
    func keepsToTheFunction() {
      let found = lines(of: [0x1005], in: sample(version: 4).encoded, function: 0x1004...0x1008)
      #expect(found == [nil])
    }

    @Test("Sequences of functions that the linker removed are not found")
    func skipsRemovedFunctions() {
      var table = LineTable()
      table.setAddress(0)
      table.addRow(line: 1, address: 0)
      table.endSequence(address: 100)
      table.setAddress(.max)
      table.addRow(line: 1, address: 0)
      table.endSequence(address: 100)
      #expect(lines(of: [0, 50, .max], in: table.encoded) == [nil, nil, nil])
    }

    @Test("Units of versions that nobody knows are skipped")
    func skipsUnknownVersions() {
      let section =
        sample(version: 9).encoded + sample(version: 4).encoded + sample(version: 1).encoded
      #expect(lines(of: [0x1000], in: section).map { $0?.line } == [6])
    }

    @Test("A file number that the table does not have is unknown")
    func refusesUnknownFile() {
      var table = sample(version: 4)
      table.files.removeLast()
      #expect(lines(of: [0x1000, 0x100c], in: table.encoded).map { $0?.line } == [6, nil])
    }
  }
#endif
