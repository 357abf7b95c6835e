/// Which of up to 64 queues is next: a tournament, whose matches are played again only where a queue has moved.
///
/// The first of k queues is known at once, the second after log₂ k comparisons, and a queue that has moved costs as
/// many: a merge is O(log k) for each run, and not O(k). (Knuth, The Art of Computer Programming, 5.4.1.)
///
/// SAFETY: both arrays are allocated and filled in `init` and freed in `deinit`; the owner of this noncopyable value
/// alone touches them. Indices are those of queues, below `capacity`; nodes are below twice the width, which is at
/// most `capacity`.
@safe @frozen @usableFromInline struct MergeTree: ~Copyable {
  @usableFromInline let keys: UnsafeMutablePointer<MergeKey>
  /// The queue that won at each node; the root is node 1, the children of n are 2n and 2n + 1, and the leaves, which
  /// are the queues, begin at the width.
  @usableFromInline let winners: UnsafeMutablePointer<UInt8>
  @usableFromInline var width = 1

  /// Makes a tree in which no queue has anything.
  @usableFromInline init(capacity: Int) {
    precondition(1...128 ~= capacity && capacity.nonzeroBitCount == 1)
    unsafe keys = .allocate(capacity: capacity)
    unsafe keys.initialize(repeating: MergeKey(promised: .max), count: capacity)
    unsafe winners = .allocate(capacity: 2 * capacity)
    unsafe winners.initialize(repeating: 0, count: 2 * capacity)
  }

  @inlinable deinit {
    unsafe keys.deallocate()
    unsafe winners.deallocate()
  }

  /// Makes room for `count` queues; all matches are played.
  @usableFromInline mutating func widen(to count: Int) {
    while width < count { width *= 2 }
    for leaf in 0..<width { unsafe winners[width + leaf] = UInt8(leaf) }
    for node in (1..<width).reversed() { play(node) }
  }

  /// The queue that is next.
  @inlinable var first: Int { unsafe Int(winners[1]) }

  /// The queue that would be next without `index`; -1 if there is no other.
  ///
  /// Of equal keys, that of the first queue.
  @inlinable func rival(of index: Int) -> Int {
    var node = width &+ index
    var rival = -1
    while node > 1 {
      let other = unsafe Int(winners[node ^ 1])
      if rival < 0 || goes(other, before: rival) { rival = other }
      node >>= 1
    }
    return rival
  }

  /// Returns the key of a queue.
  @inlinable func key(_ index: Int) -> MergeKey { unsafe keys[index] }

  /// Says what a queue has now.
  @inlinable mutating func set(_ index: Int, _ key: MergeKey) {
    unsafe keys[index] = key
    var node = (width &+ index) >> 1
    while node >= 1 {
      play(node)
      node >>= 1
    }
  }

  @inlinable func play(_ node: Int) {
    let left = unsafe winners[2 &* node]
    let right = unsafe winners[2 &* node &+ 1]
    // The leaves to the left are those of lower indices.
    unsafe winners[node] = keys[Int(right)].precedes(keys[Int(left)]) ? right : left
  }

  @inlinable func goes(_ one: Int, before other: Int) -> Bool {
    let (key, otherKey) = unsafe (keys[one], keys[other])
    return key.precedes(otherKey) || (one < other && !otherKey.precedes(key))
  }
}
