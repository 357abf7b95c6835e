/// The output of `valgrind --trace-syscalls=yes`: a line for each call, and another where one
/// waits.
///
/// Calls that only get and return memory are left out: when the heap grows depends on what else is in it, so
/// that the end of a process may take two calls less after more events. Allocations are counted by themselves.
struct SystemCallTrace: Equatable {
  /// The calls of the heap; also `mmap`, if it maps no file.
  private static let memory: Set<Substring> = [
    "sys_brk", "sys_munmap", "sys_mremap", "sys_madvise",
  ]
  /// MAP_ANONYMOUS of Linux.
  private static let anonymous = 0x20

  /// How many system calls the program made, but for memory.
  var count: Int64 = 0

  /// Counts `SYSCALL[12,1](0) sys_read ( 4, ... ) --> [async] ...`; nil if there is not one.
  ///
  /// The second line of the same call is `SYSCALL[12,1](0) ... [async] --> Success(0x340)`.
  init?(_ text: String) {
    for line in text.split(separator: "\n") where line.hasPrefix("SYSCALL[") {
      guard let end = line.firstIndex(of: ")") else { continue }
      let call = line[line.index(after: end)...].drop { $0 == " " }
      if call.hasPrefix("... [") || Self.isMemory(call) { continue }
      count += 1
    }
    if count == 0 { return nil }
  }

  /// Whether `sys_mmap ( 0x0, 8192, 3, 34, 4294967295, 0 )` is about memory alone.
  private static func isMemory(_ call: Substring) -> Bool {
    let name = call.prefix { $0 != " " && $0 != "(" }
    guard name == "sys_mmap" else { return memory.contains(name) }
    let arguments = call.split(separator: ",")
    guard arguments.count >= 4, let flags = Int(arguments[3].drop { $0 == " " }) else {
      return false
    }
    return flags & anonymous != 0
  }
}
