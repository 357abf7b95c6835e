import CDwarf
import Glibc
import KymoDeflate

/// How libdwfl comes to the files of a process, and to those that describe stripped ones.
///
/// Its own ways of looking would ask servers for what is not on this machine (debuginfod): they are not used.
///
/// SAFETY: libdwfl calls both functions with a module of a living session, whose user data is the `Opener` that the session
/// keeps; names end with a zero and live for the call. What is stored through the last parameters is a copy from
/// malloc, which libdwfl frees, and a descriptor, which it closes.
enum UnsafeFileFinding {
  /// Opens what a map of memory names.
  final class Opener {
    let open: (String) -> Int32

    init(_ open: @escaping (String) -> Int32) { self.open = open }
  }

  /// The functions that libdwfl calls.
  static var callbacks: Dwfl_Callbacks {
    var callbacks = unsafe Dwfl_Callbacks()
    unsafe callbacks.find_elf = { _, userData, name, _, fileName, _ in
      guard let data = unsafe userData?.pointee, let name = unsafe name else { return -1 }
      let opener = unsafe Unmanaged<Opener>.fromOpaque(data).takeUnretainedValue()
      let path = unsafe String(cString: name)
      let descriptor = opener.open(path)
      if descriptor >= 0 { unsafe fileName?.pointee = strdup(name) }
      return descriptor
    }
    unsafe callbacks.find_debuginfo = { module, data, name, base, file, link, checksum, found in
      // By the number that a build has, below /usr/lib/debug alone.
      let descriptor = unsafe dwfl_build_id_find_debuginfo(
        module,
        data,
        name,
        base,
        file,
        link,
        checksum,
        found
      )
      if descriptor >= 0 { return descriptor }
      guard let link = unsafe link, let file = unsafe file else { return -1 }
      let (linkPath, filePath) = unsafe (String(cString: link), String(cString: file))
      // What describes a description is named relative to it, and has no checksum.
      var described: UnsafePointer<CChar>?
      _ = unsafe dwfl_module_info(module, nil, nil, nil, nil, nil, nil, &described)
      let nearest = unsafe described.map { unsafe String(cString: $0) }
      let origin = checksum == 0 ? nearest ?? filePath : filePath
      for path in DebugFileSearch.candidates(linkPath, of: origin) {
        guard path != filePath, checksum == 0 || UnsafeFileFinding.matches(path, checksum) else {
          continue
        }
        let descriptor = UnsafeOpenedFile.descriptor(path)
        guard descriptor >= 0 else { continue }
        unsafe found?.pointee = strdup(path)
        return descriptor
      }
      return -1
    }
    return unsafe callbacks
  }

  private static func matches(_ path: String, _ checksum: UInt32) -> Bool {
    guard let bytes = UnsafeSmallFile.bytes(path) else { return false }
    return unsafe CRC32.update(0, with: bytes.span.bytes) == checksum
  }
}
