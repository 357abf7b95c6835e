/// The addresses of a target, and which of them answers.
struct AddressChoice {
  private let addresses: [TargetAddress]
  private var place = 0
  /// Whether a connection has been made.
  private(set) var isProven = false

  /// Looks the target up.
  init(_ target: HTTPTarget) throws(ClientError) { addresses = try TargetAddress.resolve(target) }

  /// The one to connect to.
  var address: TargetAddress { addresses[place] }

  /// A connection was made.
  mutating func succeeded() { isProven = true }

  /// A connection was not made; whether there is another address to try.
  mutating func failed() -> Bool {
    guard !isProven, place + 1 < addresses.count else { return false }
    place += 1
    return true
  }
}
