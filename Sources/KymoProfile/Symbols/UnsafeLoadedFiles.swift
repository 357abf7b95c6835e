import CDwarf

/// The programs and libraries of a process, read by libdwfl as far as somebody asks for them.
///
/// SAFETY: what libdwfl hands out lives as long as its session, which every ``LoadedFile`` keeps, and with it what it
/// calls. libdwfl is used by one thread at a time, because nothing here is `Sendable`.
@safe final class LoadedFiles {
  /// A session of libdwfl.
  @safe private final class Session {
    let handle: OpaquePointer?
    let callbacks: UnsafeMutablePointer<Dwfl_Callbacks>
    let opener: UnsafeFileFinding.Opener

    init(_ open: @escaping (String) -> Int32) {
      opener = UnsafeFileFinding.Opener(open)
      unsafe callbacks = .allocate(capacity: 1)
      unsafe callbacks.initialize(to: UnsafeFileFinding.callbacks)
      unsafe handle = dwfl_begin(callbacks)
    }

    deinit {
      if let handle = unsafe handle { unsafe dwfl_end(handle) }
      unsafe callbacks.deallocate()
    }
  }

  private let session: Session
  private var modules: [OpaquePointer?]
  private var opened: [Int: LoadedFile] = [:]  // Looked up, never iterated.

  /// Takes note of files; none is read yet.
  ///
  /// - Parameters:
  ///   - files: where they lie.
  ///   - open: a descriptor for what a path names, below 0 if there is none.
  init(_ files: [ProcessMap.File], open: @escaping (String) -> Int32) {
    session = Session(open)
    unsafe modules = []
    guard let handle = unsafe session.handle else { return }
    unsafe dwfl_report_begin(handle)
    for file in files {
      let addresses = file.addresses
      unsafe modules.append(
        dwfl_report_module(handle, file.path, addresses.lowerBound, addresses.upperBound)
      )
    }
    unsafe dwfl_report_end(handle, nil, nil)
    for place in unsafe modules.indices {
      guard let module = unsafe modules[place] else { continue }
      var data: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
      _ = unsafe dwfl_module_info(module, &data, nil, nil, nil, nil, nil, nil)
      unsafe data?.pointee = Unmanaged.passUnretained(session.opener).toOpaque()
    }
  }

  /// The files of this process, which lie where a map says.
  static func own(_ map: ProcessMap) -> LoadedFiles {
    let program = UnsafeProgram.path
    return LoadedFiles(map.files) { path in
      if path == VirtualLibrary.name {
        return map.files.first { $0.path == path }
          .map { UnsafeVirtualLibrary.descriptor($0.addresses) } ?? -1
      }
      // The program's own file may be gone from its place.
      return UnsafeOpenedFile.descriptor(path == program ? "/proc/self/exe" : path)
    }
  }

  /// Has stacks unwound by these files; false if they have no tables for that.
  func attach(
    _ callbacks: UnsafePointer<Dwfl_Thread_Callbacks>,
    _ argument: UnsafeMutableRawPointer
  ) -> Bool {
    guard let handle = unsafe session.handle else { return false }
    return unsafe dwfl_attach_state(handle, nil, 1, callbacks, argument)
  }

  /// Lends libdwfl's session.
  func withSession(_ body: (OpaquePointer) -> Int32) -> Int32 {
    guard let handle = unsafe session.handle else { return -1 }
    return unsafe body(handle)
  }

  /// A file by its place among those that were handed in.
  subscript(place: Int) -> LoadedFile {
    if let file = opened[place] { return file }
    let module = unsafe modules.indices.contains(place) ? modules[place] : nil
    let file = unsafe LoadedFile(module, of: session)
    opened[place] = file
    return file
  }
}
