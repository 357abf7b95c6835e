/// An answer of the device, or of a scripted plugin, to a call of the page.
struct DeviceAnswer: Equatable {
  /// Who waits.
  var token: String
  /// The answer.
  var answer: DialectAnswer
  /// Whether more answers come.
  var keeps = false
}
