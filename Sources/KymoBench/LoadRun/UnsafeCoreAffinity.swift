import CAffinity

/// The cores on which the calling thread may run.
///
/// The corresponding C functions are `sched_getaffinity` and `sched_setaffinity`.
///
/// SAFETY: both system calls read or write `byteCount` bytes of the array they are lent for the
/// call; the array has that many.
@safe public struct CoreAffinity: Sendable, Equatable {
  /// The largest number of a core that is known here.
  public static var maximumCore: Int { 1023 }

  static var byteCount: Int { (maximumCore + 1) / 8 }

  var mask: [UInt]

  /// One core.
  ///
  /// - Precondition: `core` is in `0...maximumCore`.
  public init(core: Int) {
    precondition(0...Self.maximumCore ~= core, "core \(core) is not in 0...\(Self.maximumCore)")
    mask = Array(repeating: 0, count: Self.byteCount / MemoryLayout<UInt>.size)
    mask[core / UInt.bitWidth] |= 1 << UInt(core % UInt.bitWidth)
  }

  /// Several cores, of which those beyond ``maximumCore`` are left out.
  init(cores: [Int]) {
    mask = Array(repeating: 0, count: Self.byteCount / MemoryLayout<UInt>.size)
    for core in cores where 0...Self.maximumCore ~= core {
      mask[core / UInt.bitWidth] |= 1 << UInt(core % UInt.bitWidth)
    }
  }

  /// The cores of the calling thread, or nil if the system does not tell.
  public static func current() -> CoreAffinity? {
    var affinity = CoreAffinity(core: 0)
    affinity.mask[0] = 0
    let written = unsafe kymo_get_affinity(&affinity.mask, byteCount)
    return written > 0 ? affinity : nil
  }

  /// Moves the calling thread to these cores.
  ///
  /// - Returns: false if the system refuses; the thread then stays where it is.
  @discardableResult public func apply() -> Bool {
    unsafe kymo_set_affinity(mask, Self.byteCount) == 0
  }

  /// The numbers of the cores, ascending.
  public var cores: [Int] {
    (0...Self.maximumCore).filter {
      mask[$0 / UInt.bitWidth] & 1 << UInt($0 % UInt.bitWidth) != 0
    }
  }
}
