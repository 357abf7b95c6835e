/// The columns of a time line: stretches of equal length, from the first moment of a recording to its last.
public struct TimeColumns: Sendable, Equatable {
  /// How many columns there are at most.
  public static let maximumCount = 4000

  /// Where the first begins, in ns.
  public let start: UInt64
  /// The length of each, in ns: a number that is read easily, such as 20 ms.
  public let nanoseconds: UInt64
  /// How many there are: at least one, and for a long recording more than 2,000.
  public let count: Int

  /// Spans the time from `start` to `end`, in ns.
  public init(from start: UInt64, to end: UInt64) {
    let span = end - min(start, end)
    let least = span / UInt64(Self.maximumCount) + 1
    var length: UInt64 = 1
    while length < least {
      // 1, 1.5, 2, 3, 5 and 7, times a power of ten.
      var power: UInt64 = 1
      while power <= length / 10 { power *= 10 }
      let steps = [15, 20, 30, 50, 70, 100].map { max(length + 1, power * $0 / 10) }
      length = steps.first { $0 >= least } ?? power * 10
    }
    self.start = start
    nanoseconds = length
    count = Int(span / length) + 1
  }

  /// The column of a time in ns; that of an earlier one is the first, and that of a later one the last.
  @inline(__always)
  public func index(of time: UInt64) -> Int {
    guard time > start else { return 0 }
    return Int(min((time - start) / nanoseconds, UInt64(count - 1)))
  }
}
