import Glibc

/// The name of the running program.
///
/// SAFETY: `readlink` writes at most as many bytes as the buffer has, and as many are read as it says.
package enum ProgramName {
  /// The name under which the program was started, without its folder.
  ///
  /// One that was started by way of `/proc/self/exe`, as repetitions are, has the name of its file.
  package static var current: String {
    let started = ProgramArguments.all.first ?? ""
    let path = started.hasPrefix("/proc/") || started.isEmpty ? file ?? started : started
    let name = path.split(separator: "/").last.map(String.init) ?? ""
    return name.isEmpty ? "kymo" : name
  }

  /// The word that starts the program again from the same folder: as it was started, or the path of
  /// its file.
  package static var invocation: String {
    let started = ProgramArguments.all.first ?? ""
    return started.hasPrefix("/proc/") || started.isEmpty ? file ?? current : started
  }

  /// The path of the program's file.
  package static var file: String? {
    var bytes = [UInt8](repeating: 0, count: Int(PATH_MAX))
    let count = unsafe bytes.withUnsafeMutableBytes { buffer in
      guard let start = buffer.baseAddress else { return 0 }
      return unsafe readlink("/proc/self/exe", start, buffer.count)
    }
    return count > 0 ? String(decoding: bytes[..<count], as: UTF8.self) : nil
  }
}
