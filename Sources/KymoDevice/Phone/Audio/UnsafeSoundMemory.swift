import CSndFile
import Glibc

/// A file in memory, as libsndfile reads and writes it.
///
/// SAFETY: ``callbacks`` are called by libsndfile only between the opening and the closing of a sound file,
/// with the pointer to this object that it was given; ``UnsafeSoundFile`` keeps the object alive for as long.
/// libsndfile owns `count` bytes at the pointer that it passes. What is copied is never more than that, nor
/// more than lies between the position and the end of the array, whose bounds are checked here.
@safe final class UnsafeSoundMemory {
  /// How large a file may become: a minute is 5.3 MB.
  static let maximumBytes = 1 << 24

  /// The file.
  private(set) var bytes: [UInt8]
  private var position = 0

  /// Makes a file that begins with `bytes`.
  init(_ bytes: [UInt8] = []) { self.bytes = bytes }

  /// How libsndfile reaches the object that its user data points to.
  static var callbacks: SF_VIRTUAL_IO {
    unsafe SF_VIRTUAL_IO(
      get_filelen: { Int64(unsafe UnsafeSoundMemory.at($0)?.bytes.count ?? -1) },
      seek: { unsafe UnsafeSoundMemory.at($2)?.seek(by: $0, from: $1) ?? -1 },
      read: { unsafe UnsafeSoundMemory.at($2)?.read(into: $0, count: $1) ?? 0 },
      write: { unsafe UnsafeSoundMemory.at($2)?.write($0, count: $1) ?? 0 },
      tell: { Int64(unsafe UnsafeSoundMemory.at($0)?.position ?? -1) }
    )
  }

  private static func at(_ pointer: UnsafeMutableRawPointer?) -> UnsafeSoundMemory? {
    unsafe pointer.map { unsafe Unmanaged.fromOpaque($0).takeUnretainedValue() }
  }

  /// Moves to a place, which may lie behind the end; -1 if it cannot.
  private func seek(by offset: Int64, from origin: Int32) -> Int64 {
    let base: Int
    switch origin {
    case SEEK_SET: base = 0
    case SEEK_CUR: base = position
    case SEEK_END: base = bytes.count
    default: return -1
    }
    let (place, overflow) = Int64(base).addingReportingOverflow(offset)
    guard !overflow, 0...Int64(Self.maximumBytes) ~= place else { return -1 }
    position = Int(place)
    return place
  }

  private func read(into target: UnsafeMutableRawPointer?, count: Int64) -> Int64 {
    guard let target = unsafe target, count > 0, position < bytes.count else { return 0 }
    let length = min(Int(count), bytes.count - position)
    unsafe UnsafeMutableRawBufferPointer(start: target, count: length)
      .copyBytes(from: bytes[position..<position + length])
    position += length
    return Int64(length)
  }

  private func write(_ source: UnsafeRawPointer?, count: Int64) -> Int64 {
    guard let source = unsafe source, count > 0,
      count <= Int64(Self.maximumBytes - position)
    else { return 0 }
    let length = Int(count)
    let end = position + length
    if end > bytes.count { bytes.append(contentsOf: repeatElement(0, count: end - bytes.count)) }
    unsafe bytes.withUnsafeMutableBytes { target in
      let place = unsafe UnsafeMutableRawBufferPointer(rebasing: target[position..<end])
      unsafe place.copyMemory(from: UnsafeRawBufferPointer(start: source, count: length))
    }
    position = end
    return count
  }
}
