public import KymoCore

/// An application: the commands that its events run, and what these work on.
///
/// An app is a class, since its handlers share it; one instance serves one dispatcher, from one thread.
/// Everything random in it starts at ``AppSetup/seed``, and the only time it knows is that of its events:
/// then a replay is the same as what was recorded.
///
///     final class StepCounter: App {
///       static let name = "StepCounter"
///       private var steps = 0
///
///       init(_ setup: AppSetup) {}
///
///       var map: CommandMap {
///         var map = CommandMap()
///         map.business("accel") { [self] exchange in
///           if exchange.event.payload.acceleration.y > 12 { steps += 1 }
///           return .proceed
///         }
///         return map
///       }
///     }
public protocol App: AnyObject, SendableMetatype {
  /// The name under which `--app` finds it, and which its recordings carry; not empty.
  static var name: String { get }

  /// One line for the help: what it is, or which calls it takes. Empty unless given.
  static var summary: String { get }

  /// The channels whose events it gets; ``InputChannel/usual`` unless given.
  ///
  /// Those of other channels are recorded and counted, but neither dispatched nor in the digest.
  static var channels: [InputChannel] { get }

  /// The choices about its device, for `kymo call`. Nothing unless given.
  static var choices: [AppChoice] { get }

  /// Calls worth trying, for the help of `kymo call`. None unless given.
  static var examples: [AppExample] { get }

  /// The synthetic sessions that only this app makes, for `kymo synth`. None unless given.
  static var sessions: [AppSession] { get }

  /// The files of its page, for `kymo serve`. None unless given.
  static var pages: [AppPage] { get }

  /// Makes the app with new state.
  ///
  /// - Parameter setup: what the run is about.
  /// - Throws: whatever keeps it from running, best an ``AppError``.
  init(_ setup: AppSetup) throws

  /// The commands and their handlers; asked for once.
  var map: CommandMap { get }

  /// The device that the handlers work on; nil unless given.
  var device: (any AppDevice)? { get }

  /// The counts so far, for the reports at the end of a run. Nothing unless given.
  var counters: [SessionResult.Counter] { get }

  /// Returns the meaning of an error code of the app's own, 256 and up, in reports; nil for any
  /// other, and unless given.
  static func errorName(_ code: UInt16) -> String?
}

extension App {
  /// Nothing about it.
  public static var summary: String { "" }
  /// Accelerometer, location and requests.
  public static var channels: [InputChannel] { InputChannel.usual }
  /// Nothing to choose.
  public static var choices: [AppChoice] { [] }
  /// No examples of its own.
  public static var examples: [AppExample] { [] }
  /// No page.
  public static var pages: [AppPage] { [] }
  /// No sessions of its own.
  public static var sessions: [AppSession] { [] }
  /// No device.
  public var device: (any AppDevice)? { nil }
  /// Nothing is counted.
  public var counters: [SessionResult.Counter] { [] }
  /// No errors of its own.
  public static func errorName(_ code: UInt16) -> String? { nil }

  /// The name of any error code: the app's own, or that of `HandlerError`.
  public static func name(ofError code: UInt16) -> String {
    errorName(code) ?? HandlerError(code: code).name
  }
}
