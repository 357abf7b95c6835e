/// The ring's algorithm as explicit steps over a weak memory, for exhaustive exploration.
///
/// Each shared location has a history of writes. A thread's view says, per location, the oldest write that
/// it may still read: an atomic load may return any write from there on, so stale values are explored
/// too. A releasing store carries its thread's view; an acquiring load that reads it takes the view over.
/// A plain access to a slot must know the latest write to it: otherwise the two threads race for the slot,
/// and what is read may be old or torn. Every slot is filled in two writes and read in two looks.
struct RingModel: Hashable {
  /// What the model is told to do, and which line of the algorithm is broken on purpose.
  struct Setup: Hashable {
    var policy = Policy.wait
    var pushes: UInt8 = 4
    var attempts: UInt8 = 4
    var longestRun: UInt8 = 1
    /// Whether the body of the first visit throws, so that its claim is given back.
    var firstVisitThrows = false
    var mutation = Mutation.none
  }

  enum Policy: Hashable { case wait, dropNewest, dropOldest }

  enum Mutation: Hashable, CaseIterable {
    case none
    case publishBeforeFill
    case releaseBeforeRead
    case dropWithoutExchange
    case claimWithoutExchange
    case relaxedPublish
    case relaxedObservation
    case relaxedRelease
    case relaxedRefresh
    case relaxedClaimRead
  }

  static let capacity: UInt8 = 2
  static let (head, tail, claim, slots) = (0, 1, 2, 3)
  static let locations = slots + Int(capacity)

  struct Write: Hashable {
    var value: UInt8
    var view: [UInt8]?  // Of a releasing store: what its thread knew.
  }

  enum Fate: UInt8, Hashable { case unborn, inRing, delivered, droppedNewest, droppedOldest }

  enum Step: UInt8, Hashable {
    case start, refresh, exchange, discard, secondRefresh, fillHalf, fillRest, publish
    case readClaim, readTail, exchangeClaim, firstLook, secondLook, takeAway, giveBack, release
    case done
  }

  /// The registers of one thread.
  struct Thread: Hashable {
    var step = Step.start
    var view: [UInt8]
    var position: UInt8 = 0  // Producer: tail. Consumer: head.
    var seen: UInt8 = 0  // Producer: headSeen. Consumer: tailSeen.
    var run: UInt8 = 0
    var offset: UInt8 = 0
    var left: UInt8
    var released = false
  }

  let setup: Setup
  var memory: [[Write]]
  var producer: Thread
  var consumer: Thread
  var fates: [Fate]
  var last: UInt8 = 0
  /// What went wrong on the way here.
  var violation: String?

  init(_ setup: Setup) {
    self.setup = setup
    let view = [UInt8](repeating: 0, count: Self.locations)
    memory = Array(repeating: [Write(value: 0, view: view)], count: Self.locations)
    producer = Thread(view: view, left: setup.pushes)
    consumer = Thread(view: view, left: setup.attempts)
    fates = Array(repeating: .unborn, count: Int(setup.pushes) + 1)
  }

  var contended: Bool { setup.policy == .dropOldest }

  // MARK: Memory

  enum Side { case producer, consumer }

  subscript(side: Side) -> Thread {
    get { side == .producer ? producer : consumer }
    set { if side == .producer { producer = newValue } else { consumer = newValue } }
  }

  /// Every value that a load may return, each with the state in which it did.
  func loads(_ side: Side, _ location: Int, acquire: Bool = true) -> [(UInt8, RingModel)] {
    (Int(self[side].view[location])..<memory[location].count).map { index in
      var next = self
      next.observe(side, location, index, acquire: acquire)
      return (memory[location][index].value, next)
    }
  }

  mutating func observe(_ side: Side, _ location: Int, _ index: Int, acquire: Bool) {
    self[side].view[location] = max(self[side].view[location], UInt8(index))
    guard acquire, let carried = memory[location][index].view else { return }
    for other in 0..<Self.locations {
      self[side].view[other] = max(self[side].view[other], carried[other])
    }
  }

  mutating func store(_ side: Side, _ location: Int, _ value: UInt8, release: Bool = true) {
    self[side].view[location] = UInt8(memory[location].count)
    memory[location].append(Write(value: value, view: release ? self[side].view : nil))
  }

  /// An exchange reads the latest value when it succeeds; one that fails may have read an older one.
  func exchanges(_ side: Side, expected: UInt8, desired: UInt8) -> [(Bool, RingModel)] {
    var results: [(Bool, RingModel)] = []
    let latest = memory[Self.claim].count - 1
    if memory[Self.claim][latest].value == expected {
      var next = self
      next.observe(side, Self.claim, latest, acquire: true)
      next.store(side, Self.claim, desired)
      results.append((true, next))
    }
    for (value, next) in loads(side, Self.claim) where value != expected {
      results.append((false, next))
    }
    return results
  }

  static func slot(_ position: UInt8) -> Int { slots + Int(position % capacity) }

  /// A plain access: whoever does not know the latest write races with the one who made it.
  mutating func touch(_ side: Side, _ position: UInt8, _ what: String) {
    let location = Self.slot(position)
    if Int(self[side].view[location]) != memory[location].count - 1 {
      violation = violation ?? "\(side) \(what) slot \(position) without knowing its latest write"
    }
  }

  mutating func write(_ side: Side, _ position: UInt8, _ value: UInt8, _ what: String) {
    touch(side, position, what)
    store(side, Self.slot(position), value, release: false)
  }

  mutating func change(_ element: UInt8, from: Fate, to: Fate) {
    guard Int(element) < fates.count, element > 0, fates[Int(element)] == from else {
      violation = violation ?? "element \(element) became \(to) without being \(from)"
      return
    }
    fates[Int(element)] = to
  }
}
