import KymoBridge
import KymoCore
import KymoText

/// The meaning of the requests of clients; the HTTP thread's alone.
final class BridgeService {
  let configuration: ServerConfiguration
  let shared: ServerState
  var guardian: RequestGuard
  weak var tap: (any ServerTap)?
  var counts = ServerCounts()
  /// Those that can go on.
  var awakened: [ServerRequest] = []
  /// Whether everything that comes is refused, since the server stops.
  var isStopping = false
  var session: ServedSession?
  var shortener: URLShortener
  /// The answers that were given once, if they are all that is served.
  var recorded: RecordedAnswers?
  /// The files that recorders have posted, how many were removed, and what is being received.
  var uploads: [(name: String, bytes: Int)] = []
  var droppedUploads: UInt64 = 0
  var (openUploads, uploadedBytes) = (0, 0)
  let log: EventLog
  var streams: [EventStream] = []
  var queue: BridgeQueueReader
  var document: JSONDocument
  /// Those who asked for a recording to start or stop, until it has.
  var switching: [ServerRequest] = []
  /// Requests whose answers wait for a reply that comes later, in the order of their deadlines.
  private var deadlines: [(time: Int64, sequence: UInt32, session: ObjectIdentifier)] = []
  private var firstDeadline = 0
  private var nextBeat: Int64 = 0
  private let clock = MonotonicClock()
  private let time: ServerClock
  private var hasPushed = false
  private var dateSecond: Int64 = -1
  private var dateText = ""

  /// How often listeners get a line that says nothing, in ns.
  static let beatNanoseconds: Int64 = 10_000_000_000

  init(_ configuration: ServerConfiguration, _ shared: ServerState, _ time: ServerClock) {
    self.configuration = configuration
    self.shared = shared
    self.time = time
    guardian = RequestGuard(configuration)
    shortener = URLShortener(limit: configuration.limits.shortURLs)
    recorded = configuration.recorded
    log = EventLog(capacity: configuration.limits.keptEvents)
    queue = BridgeQueueReader(
      maximumBytes: configuration.limits.bodyBytes,
      mode: configuration.isLegacy ? .legacy : .strict
    )
    document = JSONDocument(
      limits: BridgeLimits(messageBytes: max(1, configuration.limits.bodyBytes), depth: 128)
    )
  }

  /// The time in ns since 1970.
  var now: Int64 { time.now }

  /// The time in ns on the monotonic clock.
  var monotonic: Int64 { clock.now }

  /// The value of the header `Date`.
  var date: String {
    let second = now / 1_000_000_000
    if second != dateSecond {
      dateSecond = second
      dateText = CalendarTime(nanosecondsSinceEpoch: now).http
    }
    return dateText
  }

  // MARK: Work

  /// Takes what the dispatcher has brought, and wakes it if there is something for it.
  func work() {
    if hasPushed {
      hasPushed = false
      shared.work.wake()
    }
    if session == nil { adopt() }
    beat()
    guard let session else { return }
    session.noteFailure()
    let count = session.outcomes.visit { entry, text, _ in self.take(copy entry, text, session) }
    if count > 0, !streams.isEmpty { awakenStreams() }
    if session.outcomes.hasEnded { leave(session) }
    if !deadlines.isEmpty { expire(clock.now) }
  }

  /// Lets listeners hear from time to time that the server is there, with or without a session.
  private func beat() {
    let now = clock.now
    guard now >= nextBeat else { return }
    if nextBeat > 0 { for stream in streams { stream.beat() } }
    nextBeat = now + Self.beatNanoseconds
    awakenStreams()
  }

  /// When there is something to do at the latest, in ns on the monotonic clock.
  var nextTimer: Int64 {
    let deadline = firstDeadline < deadlines.count ? deadlines[firstDeadline].time : .max
    return min(deadline, streams.isEmpty ? .max : nextBeat)
  }

  /// Says that the dispatcher has got something.
  func notePush() { hasPushed = true }

  /// Takes over the session that the dispatching thread has opened.
  func adopt() {
    guard let session = shared.takeSession() else { return }
    self.session = session
    // It was opened while the server was being stopped, so that nobody has ended it.
    if isStopping {
      session.end()
      notePush()
    }
    for request in switching { finish(request, with: statusAnswer()) }
    switching.removeAll()
  }

  /// Lets go of a session whose dispatcher is through.
  private func leave(_ session: ServedSession) {
    // None of these gets its reply any more.
    for sequence in session.later.keys.sorted() { giveUp(sequence, session) }
    while let slot = session.next() {
      if let request = slot.request { finish(request, with: Self.unavailable) }
    }
    self.session = nil
    deadlines.removeAll()
    firstDeadline = 0
  }

  /// Ends the session, for a reason that the dispatching thread is told.
  func end(_ order: ServerOrder) {
    shared.give(order)
    session?.end()
    notePush()
  }

  /// Stops: nothing more is taken; what was accepted is answered.
  func stop() {
    isStopping = true
    if session == nil { adopt() }
    end(.stop)
    // A recording that was to start or stop does neither.
    for request in switching { finish(request, with: Self.unavailable) }
    switching.removeAll()
    for stream in streams { stream.isEnded = true }
    awakenStreams()
  }

  /// Whether all that was accepted is answered.
  var isThrough: Bool { session == nil && streams.isEmpty }

  static var unavailable: HTTPAnswer {
    var answer = HTTPAnswer.text(503, "the session is being changed; try again in a second")
    answer.add("Retry-After", "1")
    return answer
  }

  // MARK: Those who wait

  /// Answers a request, also one whose connection waits for it.
  func finish(_ request: ServerRequest, with answer: HTTPAnswer) {
    guard request.isPending else { return }
    if request.answer(with: allowingOrigin(answer, request)) { awakened.append(request) }
  }

  /// Waits for a reply until the time is up.
  func wait(for sequence: UInt32, _ slot: ServedSession.Slot, _ session: ServedSession) {
    session.later[sequence] = slot
    let time = clock.now + configuration.replyNanoseconds
    deadlines.append((time, sequence, ObjectIdentifier(session)))
  }

  private func expire(_ now: Int64) {
    while firstDeadline < deadlines.count, deadlines[firstDeadline].time <= now {
      let (_, sequence, id) = deadlines[firstDeadline]
      firstDeadline += 1
      if let session, ObjectIdentifier(session) == id { giveUp(sequence, session) }
    }
    if firstDeadline > 1024 || firstDeadline == deadlines.count {
      deadlines.removeFirst(firstDeadline)
      firstDeadline = 0
    }
  }

  /// A stream of events is over.
  func ended(_ stream: EventStream) { streams.removeAll { $0 === stream } }

  // MARK: Events

  /// Lets listeners go on that have something to be sent.
  private func awakenStreams() {
    for stream in streams where stream.hasMore {
      if let request = stream.request, request.isSuspended { awakened.append(request) }
    }
  }
}
