import Glibc

// SAFETY: a file of the system is opened, read and closed here, by nobody else.

/// The memory that the process takes.
enum ProcessMemory {
  /// How many bytes of memory are in use; 0 if the system does not say.
  static var residentBytes: Int {
    guard let file = unsafe fopen("/proc/self/statm", "r") else { return 0 }
    defer { unsafe fclose(file) }
    var bytes: [UInt8] = []
    while true {
      let byte = unsafe fgetc(file)
      if byte == EOF { break }
      bytes.append(UInt8(truncatingIfNeeded: byte))
    }
    let fields = bytes.split(separator: UInt8(ascii: " "))
    guard fields.count > 1, let pages = Int(String(decoding: fields[1], as: UTF8.self)) else {
      return 0
    }
    return pages * sysconf(Int32(_SC_PAGESIZE))
  }
}
