import CDwarf
import Glibc

/// The library that the kernel puts into each process, as a file.
///
/// SAFETY: the bytes lie in this process as long as it runs, as its map says; they are read within their length. The
/// caller owns the descriptor.
enum UnsafeVirtualLibrary {
  /// A descriptor that reads it; below 0 if it does not lie where it is said to.
  static func descriptor(_ addresses: Range<UInt64>) -> Int32 {
    guard let start = unsafe UnsafeRawPointer(bitPattern: UInt(addresses.lowerBound)) else {
      return -1
    }
    return unsafe kymo_memory_file(start, addresses.count)
  }
}
