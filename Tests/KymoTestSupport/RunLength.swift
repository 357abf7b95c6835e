import Foundation

/// How much a run of the tests tries: `make test` a sample, `make test-long` all there is.
package enum RunLength {
  /// Whether `KYMOGRAPH_LONG=1` asks for everything.
  package static let isLong = ProcessInfo.processInfo.environment["KYMOGRAPH_LONG"] == "1"

  /// Whether the tests are compiled for speed, so that they take a tenth of the time.
  package static var isOptimised: Bool {
    #if DEBUG
      false
    #else
      true
    #endif
  }

  /// So many of a number of things in a usual run of a debug build, and all of them in a long one or if it is optimised.
  package static func all<T>(_ things: [T], usually count: Int) -> [T] {
    isLong || isOptimised ? things : Array(things.prefix(count))
  }

  /// One in so many numbers of a range in a usual run, by a seed, and all of them in a long one.
  package static func some(of range: Range<Int>, oneIn count: Int, seed: UInt64) -> [Int] {
    guard !isLong else { return Array(range) }
    var random = SeededRandom(seed: seed)
    return range.filter { _ in random.once(in: count) }
  }
}
