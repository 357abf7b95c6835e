/// What expected.json says a replay must give.
struct ExpectedReplay: Decodable {
  struct Channel: Decodable, Equatable {
    var topic: String
    var digest: String
  }

  struct Command: Decodable {
    var name: String
    var count: UInt64
    var completed: UInt64
    var validationFailed: UInt64
    var exited: UInt64
    var failed: UInt64
    var unknownCommand: UInt64
    var malformed: UInt64

    /// The counts in the order of the statuses.
    var byStatus: [UInt64] {
      [completed, validationFailed, exited, failed, unknownCommand, malformed]
    }
  }

  var events: UInt64
  var digest: String
  var channels: [Channel]
  var commands: [Command]
}
