#if os(Linux)
  import CExplorerRuntime
  import Glibc
  import Testing

  /// Copies of shared objects, loaded from a folder of their own.
  struct ScratchLibraries: ~Copyable {
    let folder: String

    init() throws {
      var template = Array("/tmp/explorer-symbols-XXXXXX".utf8CString)
      folder = String(cString: try #require(mkdtemp(&template)))
    }

    deinit {
      for name in ["library.so", "other.so"] { unlink("\(folder)/\(name)") }
      rmdir(folder)
    }

    /// Copies a library of the toolchain that the process uses.
    func copy(_ library: String, to name: String) throws -> String {
      let core = try #require(Place(dlsym(nil, "swift_demangle"))).image
      let source = core.replacing("libswiftCore.so", with: library)
      let file = try #require(fopen(source, "r"))
      defer { fclose(file) }
      var bytes: [UInt8] = []
      var block = [UInt8](repeating: 0, count: 65_536)
      while case let count = fread(&block, 1, block.count, file), count > 0 {
        bytes += block[..<count]
      }
      let path = "\(folder)/\(name)"
      let copy = try #require(fopen(path, "w"))
      defer { fclose(copy) }
      #expect(fwrite(bytes, 1, bytes.count, copy) == bytes.count)
      return path
    }

    /// Loads the copy and returns the address of a function in it.
    func load(_ path: String, function: String) throws -> UnsafeRawPointer {
      let handle = try #require(dlopen(path, RTLD_NOW | RTLD_LOCAL))
      return UnsafeRawPointer(try #require(dlsym(handle, function)))
    }
  }

  @Suite("Files that changed after they were loaded")
  struct ReplacedFileTests {
    @Test("The file that was loaded gives names")
    func readsLoadedFile() throws {
      let libraries = try ScratchLibraries()
      let path = try libraries.copy("libBlocksRuntime.so", to: "library.so")
      let place = try #require(Place(libraries.load(path, function: "_Block_copy")))
      #expect(place.function == "_Block_copy")
      #expect(place.image == path)
    }

    @Test("Another file that took its place gives no names")
    func refusesAnotherFile() throws {
      let libraries = try ScratchLibraries()
      let path = try libraries.copy("libBlocksRuntime.so", to: "library.so")
      let address = try libraries.load(path, function: "_Block_copy")
      let other = try libraries.copy("libswiftSynchronization.so", to: "other.so")
      #expect(rename(other, path) == 0)
      let place = try #require(Place(address))
      #expect(place.function == nil)
      #expect(place.image == path)
    }

    @Test("A file that was written to in place is not read again")
    func stopsReadingChangedFile() throws {
      let libraries = try ScratchLibraries()
      let path = try libraries.copy("libBlocksRuntime.so", to: "library.so")
      let address = try libraries.load(path, function: "_Block_copy")
      #expect(Place(address)?.function == "_Block_copy")
      var times = [timespec(tv_sec: 1, tv_nsec: 0), timespec(tv_sec: 1, tv_nsec: 0)]
      #expect(utimensat(AT_FDCWD, path, &times, 0) == 0)
      #expect(Place(address + 1)?.function == nil)
      #expect(Place(address)?.function == "_Block_copy")
    }
  }
#endif
