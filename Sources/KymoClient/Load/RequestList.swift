public import KymoHTTP

/// The requests of a load, ready to be sent: they are repeated until the plan is through.
public struct RequestList: Sendable {
  /// A request, and where its bytes are.
  struct Entry: Sendable {
    var range: Range<Int>
    var command: Int
    var isHead: Bool
    var isIdempotent: Bool
  }

  /// The name of all commands beyond those that are told apart.
  public static let others = "others"

  /// The names of the commands, in the order of their first requests.
  public private(set) var names: [String] = []
  /// When each request was recorded, in ns; ascending.
  public private(set) var timestamps: [Int64] = []
  /// The bytes of all requests.
  private(set) var bytes: [UInt8] = []
  private(set) var entries: [Entry] = []
  private var places: [String: Int] = [:]
  private let maximumNames: Int

  /// An empty list.
  ///
  /// - Parameter maximumNames: how many commands are told apart; each takes a megabyte.
  public init(maximumNames: Int = 64) { self.maximumNames = maximumNames }

  /// How many requests there are.
  public var count: Int { entries.count }

  /// The command of a place in the plan; the list is repeated.
  ///
  /// - Precondition: there are requests, and the place is at least 0.
  public func command(_ place: Int) -> String { names[entries[place % entries.count].command] }

  /// How large a part of the requests a command is; 0 for one that does not occur.
  public func share(of command: String) -> Double {
    guard let place = places[command], count > 0 else { return 0 }
    return Double(entries.count { $0.command == place }) / Double(count)
  }

  /// Appends a request.
  ///
  /// - Parameters:
  ///   - request: what is sent.
  ///   - encoder: how.
  ///   - command: what it is called in reports.
  ///   - time: when it was recorded, in ns; not before the one that was appended last.
  public mutating func append(
    _ request: HTTPRequest,
    _ encoder: RequestEncoder,
    command: String,
    at time: Int64
  ) {
    let name = places[command] != nil || names.count < maximumNames ? command : Self.others
    let place = places[name] ?? names.count
    if place == names.count {
      places[name] = place
      names.append(name)
    }
    let start = bytes.count
    bytes += encoder.bytes(request)
    entries.append(
      Entry(
        range: start..<bytes.count,
        command: place,
        isHead: request.method == "HEAD",
        isIdempotent: HTTPMethod.isIdempotent(request.method)
      )
    )
    timestamps.append(max(time, timestamps.last ?? time))
  }

  /// A digest of all requests, by which two runs know that they sent the same; it is no defence against
  /// forgery.
  ///
  /// - Complexity: O(bytes).
  public var digest: UInt64 {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    func add(_ word: UInt64) {
      hash = (hash ^ word) &* 0x9E37_79B9_7F4A_7C15
      hash ^= hash &>> 32
    }
    for entry in entries { add(UInt64(entry.range.count)) }
    for time in timestamps { add(UInt64(bitPattern: time &- timestamps[0])) }
    for byte in bytes { add(UInt64(byte)) }
    return hash
  }
}
