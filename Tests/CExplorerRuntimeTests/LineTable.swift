import CExplorerRuntime

/// Writes the line table of one unit, as an assembler does.
struct LineTable {
  var version: UInt16 = 4
  var directories: [String] = ["/first", "second"]
  var files: [(name: String, directory: UInt8)] = [("One.swift", 1), ("Two.swift", 2)]
  private var program: [UInt8] = []

  static let lineBase = -5
  static let lineRange = 14
  static let opcodeBase = 13

  init(version: UInt16 = 4) {
    self.version = version
  }

  // MARK: Programs

  mutating func setAddress(_ address: UInt64) {
    program += [0, 9, 2] + bytes(address)
  }

  mutating func setFile(_ file: UInt8) { program += [4, file] }
  mutating func setColumn(_ column: UInt8) { program += [5, column] }
  mutating func copy() { program += [1] }

  mutating func advance(line: Int8, address: UInt8 = 0) {
    // A signed number of at most seven bits takes one byte.
    program += [3, UInt8(bitPattern: line) & 0x7f, 2, address]
  }

  /// Adds a row with one byte.
  mutating func addRow(line: Int, address: Int) {
    program.append(UInt8(line - Self.lineBase + Self.lineRange * address + Self.opcodeBase))
  }

  mutating func endSequence(address: UInt8) {
    program += [2, address, 0, 1, 1]
  }

  // MARK: Encoding

  var encoded: [UInt8] {
    var tables: [UInt8] = [1]
    if version >= 4 { tables += [1] }
    tables += [1, UInt8(bitPattern: Int8(Self.lineBase)), UInt8(Self.lineRange)]
    tables += [UInt8(Self.opcodeBase), 0, 1, 1, 1, 1, 0, 0, 0, 1, 0, 0, 1]
    tables += version >= 5 ? describedTables : listedTables
    var unit = bytes(version)
    if version >= 5 { unit += [8, 0] }
    unit += bytes(UInt32(tables.count)) + tables + program
    return bytes(UInt32(unit.count)) + unit
  }

  /// What version 5 refers to from its tables.
  var lineStrings: [UInt8] { directories.flatMap { Array($0.utf8) + [0] } }

  private var listedTables: [UInt8] {
    var tables: [UInt8] = []
    for directory in directories { tables += Array(directory.utf8) + [0] }
    tables.append(0)
    for file in files { tables += Array(file.name.utf8) + [0, file.directory, 0, 0] }
    return tables + [0]
  }

  /// Directories are offsets into `lineStrings`; files have a digest that is to be skipped.
  private var describedTables: [UInt8] {
    var tables: [UInt8] = [1, 1, 0x1f, UInt8(directories.count)]
    var offset: UInt32 = 0
    for directory in directories {
      tables += bytes(offset)
      offset += UInt32(directory.utf8.count) + 1
    }
    tables += [3, 1, 0x08, 2, 0x0b, 5, 0x1e, UInt8(files.count)]
    for file in files {
      tables += Array(file.name.utf8) + [0, file.directory] + [UInt8](repeating: 7, count: 16)
    }
    return tables
  }
}

private func bytes<Number: FixedWidthInteger>(_ number: Number) -> [UInt8] {
  withUnsafeBytes(of: number.littleEndian, Array.init)
}

/// A line that was found.
struct FoundLine: Equatable {
  var file: String
  var line: UInt32
  var column: UInt32 = 0
}
