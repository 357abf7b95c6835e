/// The threads of this process, as the kernel numbers them.
enum ThreadList {
  /// The numbers of all threads that there are now; empty if the system does not say.
  static var identifiers: [Int] {
    UnsafeFolderListing.names(of: "/proc/self/task").compactMap { Int($0) }.sorted()
  }
}
