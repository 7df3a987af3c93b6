#if os(Linux)
  import CExplorerRuntime
  import Glibc
  import Testing

  /// A location with strings of its own.
  struct Place: Equatable {
    var function: String?
    var offset: UInt
    var image: String
    var file: String?
    var line: Int

    init?(_ address: UnsafeRawPointer?) {
      var location = explorer_location()
      guard explorer_locate(address, &location) else { return nil }
      function = location.function.map { String(cString: $0) }
      offset = UInt(location.offset)
      image = String(cString: location.image)
      file = location.file.map { String(cString: $0) }
      line = Int(location.line)
    }
  }

  func demangled(_ name: String) -> String? {
    guard let text = explorer_demangle(name) else { return nil }
    defer { free(text) }
    return String(cString: text)
  }

  /// Returns an address within the call of this function.
  @inline(never)
  func callSite() -> UnsafeRawPointer? {
    // The Glibc module leaves it out, and a sanitizer's own adds a frame.
    typealias Backtrace =
      @convention(c) (UnsafeMutablePointer<UnsafeMutableRawPointer?>, CInt) -> CInt
    guard let symbol = dlsym(dlopen("libc.so.6", RTLD_LAZY), "backtrace") else { return nil }
    let backtrace = unsafeBitCast(symbol, to: Backtrace.self)
    var frames = [UnsafeMutableRawPointer?](repeating: nil, count: 2)
    guard backtrace(&frames, 2) == 2, let caller = frames[1] else { return nil }
    return UnsafeRawPointer(caller) - 1
  }

  @inline(never)
  func plainFunction() -> (address: UnsafeRawPointer?, line: Int) {
    (callSite(), #line)
  }

  @inline(never)
  func asyncFunction() async -> (address: UnsafeRawPointer?, line: Int) {
    await Task.yield()
    return (callSite(), #line)
  }

  @Suite("Locating addresses")
  struct LocateTests {
    @Test("A call in a function has its file, its line and the function's name")
    func findsLineOfCall() throws {
      let call = plainFunction()
      let place = try #require(Place(call.address))
      #expect(place.file == #filePath)
      #expect(place.line == call.line)
      #expect(place.function.flatMap(demangled)?.hasPrefix("plainFunction()") == true)
    }

    @Test("A call after a suspension is in the async function's resume part")
    func findsLineAfterSuspension() async throws {
      let call = await asyncFunction()
      let place = try #require(Place(call.address))
      #expect(place.file == #filePath)
      #expect(place.line == call.line)
      #expect(place.function.flatMap(demangled)?.contains("asyncFunction()") == true)
    }

    @Test("The first instruction of a function, which has line zero, has a line of the function")
    func findsLineOfFirstInstruction() throws {
      let call = plainFunction()
      let inside = try #require(Place(call.address))
      let start = try #require(call.address) - Int(inside.offset)
      let first = try #require(Place(start))
      #expect(first.function == inside.function)
      #expect(first.offset == 0)
      #expect(first.file == #filePath)
      #expect((call.line - 1...call.line).contains(first.line))
    }

    @Test("An exported function of a shared object is known without lines")
    func findsSharedObject() throws {
      let place = try #require(Place(dlsym(nil, "swift_demangle")))
      #expect(place.function == "swift_demangle")
      #expect(place.offset == 0)
      #expect(place.image.hasSuffix("/libswiftCore.so"))
      #expect(place.file == nil)
      #expect(place.line == 0)
    }

    @Test("Addresses outside every image are unknown")
    func refusesForeignAddresses() {
      let memory = UnsafeMutableRawPointer.allocate(byteCount: 64, alignment: 16)
      defer { memory.deallocate() }
      #expect(Place(memory) == nil)
      #expect(Place(nil) == nil)
      #expect(Place(UnsafeRawPointer(bitPattern: UInt.max)) == nil)
    }

    @Test("Data of an image is in no function")
    func knowsNoFunctionOfData() throws {
      let place = try #require(Place(dlsym(nil, "$sSiN")))
      #expect(place.function == nil)
      #expect(place.file == nil)
    }

    @Test("Threads that ask at once get the same strings")
    func answersThreads() async {
      let address = UInt(bitPattern: plainFunction().address)
      let names = await withTaskGroup(of: UInt.self, returning: Set<UInt>.self) { group in
        for _ in 0..<16 {
          group.addTask {
            var location = explorer_location()
            for delta in 0..<50 {
              _ = explorer_locate(UnsafeRawPointer(bitPattern: address + UInt(delta)), &location)
            }
            _ = explorer_locate(UnsafeRawPointer(bitPattern: address), &location)
            return location.file.map { UInt(bitPattern: strlen($0)) + UInt(bitPattern: $0) } ?? 0
          }
        }
        return await group.reduce(into: []) { $0.insert($1) }
      }
      #expect(names.count == 1)
    }

    @Test(
      "Names are demangled if they are Swift's",
      arguments: [
        ("$s4Bank7AccountC7deposityySiF", "Account.deposit(_:)"),
        ("$s4Bank7AccountC4hangyyYaFTQ0_", "Account.hang()"),
        ("$s4Bank4mainyyYaFyyYaYbcfU_", "closure #1 in main()"),
      ])
    func demangles(name: String, text: String) {
      #expect(demangled(name) == text)
    }

    @Test("Other names are not demangled", arguments: ["main", "_ZN4bank4hangEv", "", "$s", "$sX"])
    func keepsOtherNames(name: String) {
      #expect(demangled(name) == nil)
    }
  }
#endif
