import KymoCore
import KymoRecording

/// Says what is in memory that it has asked for and never written.
///
/// SAFETY: it reads bytes that it owns and that nobody has written, which for integers gives some value; that
/// is what this app is for. The block is freed once.
@safe final class UninitialisedApp: SinApp {
  static let name = "UninitialisedApp"

  init(_ setup: AppSetup) {}

  func number(_ acceleration: Acceleration) -> UInt64 {
    // So large that it comes from the end of the heap, which nobody has used: a small block has what others left in
    // it, and that may differ by itself. Far behind what the allocator itself writes into a free block.
    let words = UnsafeMutablePointer<UInt64>.allocate(capacity: 8192)
    defer { unsafe words.deallocate() }
    return unsafe words[8000]
  }
}
