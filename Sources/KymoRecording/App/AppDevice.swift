/// The simulated device that the handlers of an ``App`` work on.
public protocol AppDevice: AnyObject {
  /// The kind of the device, in one word for the reports, such as "phone".
  var name: String { get }
  /// Whether the app waits for location fixes; who plays the world sends them only then.
  var wantsLocation: Bool { get }
  /// The lines that the app or its page has logged, oldest first.
  var logLines: [String] { get }
  /// When the device does something by itself next, in logical ns, as far as that is known; who sends the last
  /// input lets it come to an end. Nil for nothing, and unless given.
  var nextEventTime: Int64? { get }
}

extension AppDevice {
  /// Nothing.
  public var nextEventTime: Int64? { nil }
}
