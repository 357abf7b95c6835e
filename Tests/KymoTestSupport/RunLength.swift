import Foundation

/// How much a run of the tests tries: `make test` a sample, `make test-long` all there is.
package enum RunLength {
  /// Whether `KYMOGRAPH_LONG=1` asks for everything.
  package static let isLong = ProcessInfo.processInfo.environment["KYMOGRAPH_LONG"] == "1"

  /// So many of a number of things in a usual run, and all of them in a long one.
  package static func all<T>(_ things: [T], usually count: Int) -> [T] {
    isLong ? things : Array(things.prefix(count))
  }

  /// So many of a number of seeds in a usual run of a debug build, and all of them in a long one or where the tests are
  /// compiled for speed: they take a tenth of the time there.
  package static func seeds(_ all: [UInt64], usually count: Int) -> [UInt64] {
    #if DEBUG
      self.all(all, usually: count)
    #else
      all
    #endif
  }

  /// One in so many numbers of a range in a usual run, by a seed, and all of them in a long one.
  package static func some(of range: Range<Int>, oneIn count: Int, seed: UInt64) -> [Int] {
    guard !isLong else { return Array(range) }
    var random = SeededRandom(seed: seed)
    return range.filter { _ in random.once(in: count) }
  }
}
