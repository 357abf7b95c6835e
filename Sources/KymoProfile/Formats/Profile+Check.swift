extension Profile {
  /// The largest sum of the samples' counts, and of their times in ns: what a double holds exactly.
  static let largestSum = 1 << 53
  /// The latest moment in ns that a slice may reach.
  static let latest: Int64 = 1 << 53

  /// Looks whether indexes lie within what they index, and sums within what can be added.
  ///
  /// - Throws: the first part that cannot be.
  func check() throws(ProfileError) {
    if duration < 0 {
      throw .inconsistent(place: "durationNanoseconds", problem: "it is negative")
    }
    try checkSamples()
    for (index, slice) in slices.enumerated() {
      let place = "slices[\(index)]"
      guard threads.indices.contains(slice.thread) else {
        throw .inconsistent(place: place, problem: "there is no thread \(slice.thread)")
      }
      guard 0...Self.latest ~= slice.start, 0...Self.latest ~= slice.duration else {
        throw .inconsistent(place: place, problem: "its time is negative or too large")
      }
    }
  }

  private func checkSamples() throws(ProfileError) {
    var (count, time) = (0, Int64(0))
    for (index, sample) in samples.enumerated() {
      let place = "samples[\(index)]"
      guard threads.indices.contains(sample.thread) else {
        throw .inconsistent(place: place, problem: "there is no thread \(sample.thread)")
      }
      if let frame = sample.stack.first(where: { !frames.indices.contains($0) }) {
        throw .inconsistent(place: place, problem: "there is no frame \(frame)")
      }
      guard 1...Self.largestSum ~= sample.count else {
        throw .inconsistent(place: place, problem: "its count is \(sample.count)")
      }
      guard 0...Int64(Self.largestSum) ~= sample.nanoseconds else {
        throw .inconsistent(place: place, problem: "its time is \(sample.nanoseconds) ns")
      }
      count += sample.count
      time += sample.nanoseconds
      guard count <= Self.largestSum, time <= Int64(Self.largestSum) else {
        throw .inconsistent(place: place, problem: "the samples add up to more than 2^53")
      }
    }
  }

  /// The samples in an order that depends on nothing but themselves.
  var orderedSamples: [ProfileSample] {
    samples.sorted { one, other in
      if one.thread != other.thread { return one.thread < other.thread }
      if one.command != other.command { return (one.command ?? "") < (other.command ?? "") }
      if one.stage != other.stage { return (one.stage ?? "") < (other.stage ?? "") }
      if one.isWaiting != other.isWaiting { return other.isWaiting }
      if one.stack != other.stack { return one.stack.lexicographicallyPrecedes(other.stack) }
      return (one.count, one.nanoseconds) < (other.count, other.nanoseconds)
    }
  }

  /// Whether each sample has a time; graphs are drawn by counts otherwise.
  var hasTimes: Bool { samples.allSatisfy { $0.nanoseconds > 0 } }
}
