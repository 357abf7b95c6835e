/// The moment at which something happens on the device, and what it answers then.
struct DeviceMoment {
  /// The time, in logical ns.
  var now: Int64
  /// The phone.
  var platform: PagePlatform
  /// The permissions that the user refuses.
  var denied: Set<PagePermission> = []
  /// The answers, in their order.
  var answers: [DeviceAnswer] = []

  /// Answers.
  mutating func answer(_ token: String, _ answer: DialectAnswer, keeps: Bool = false) {
    answers.append(DeviceAnswer(token: token, answer: answer, keeps: keeps))
  }

  /// The time in ms since 1970, as pages see it.
  var milliseconds: Int64 { now / 1_000_000 }
}
