/// What `valgrind --trace-syscalls=yes` writes: a line for every call, and another where one had to wait.
struct SystemCallTrace: Equatable {
  /// How many system calls the program made.
  var count: Int64 = 0

  /// Counts `SYSCALL[12,1](0) sys_read ( 4, ... ) --> [async] ...`; nil if there is not one.
  ///
  /// The second line of the same call is `SYSCALL[12,1](0) ... [async] --> Success(0x340)`.
  init?(_ text: String) {
    for line in text.split(separator: "\n") where line.hasPrefix("SYSCALL[") {
      guard let end = line.firstIndex(of: ")") else { continue }
      if line[line.index(after: end)...].hasPrefix(" ... [") { continue }
      count += 1
    }
    if count == 0 { return nil }
  }
}
