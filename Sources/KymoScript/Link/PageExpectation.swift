/// The calls and questions of a page in a recording, compared with those that it makes.
public final class PageExpectation {
  /// The first call or dialog that differs.
  public struct Difference: Sendable, Equatable {
    /// The subject that differs.
    public var subject: Subject
    /// Its number among the calls, or among the dialogs, from 0.
    public var index: Int
    /// When it was made, in logical ns; nil if it was not.
    public var time: Int64?
    /// The recording's text; nil if it has no more.
    public var expected: String?
    /// The page's text; nil if it made no more.
    public var actual: String?
    /// When the recording has it, in ns.
    public var expectedTime: Int64?
  }

  /// The subject of a comparison.
  public enum Subject: String, Sendable {
    /// A call to the native side.
    case call
    /// Something that the page asks its user.
    case dialog
  }

  /// A recorded call.
  public struct Call: Sendable, Equatable {
    /// When it reached the native side, in ns.
    public var time: Int64
    /// Its text.
    public var text: [UInt8]

    /// A call.
    public init(time: Int64, text: [UInt8]) {
      self.time = time
      self.text = text
    }
  }

  private let calls: [Call]
  private let dialogs: [PageDialog]?
  private var count = 0
  private var dialogCount = 0
  /// The first that differs; nil if none does.
  public private(set) var difference: Difference?

  /// Expects calls and dialogs, in their order.
  ///
  /// - Parameters:
  ///   - calls: the calls.
  ///   - dialogs: what the page asks; nil if the recording does not say, as older ones do not.
  public init(_ calls: [Call], dialogs: [PageDialog]? = nil) {
    self.calls = calls
    self.dialogs = dialogs
  }

  /// How many calls were compared with the recording's.
  public var compared: Int { count }
  /// How many dialogs were compared with the recording's; nil if it does not say what was asked.
  public var comparedDialogs: Int? { dialogs == nil ? nil : dialogCount }

  func check(_ dialog: PageDialog) {
    guard let dialogs else { return }
    defer { dialogCount += 1 }
    guard difference == nil else { return }
    let expected = dialogCount < dialogs.count ? dialogs[dialogCount] : nil
    if expected == dialog { return }
    differ(.dialog, dialogCount, expected.map { ($0.time, $0.text) }, (dialog.time, dialog.text))
  }

  func check(_ message: PageMessage) {
    defer { count += 1 }
    guard difference == nil else { return }
    let expected = count < calls.count ? calls[count] : nil
    // It reaches the native side strictly after what it answers.
    if let expected, expected.text == message.text, expected.time >= message.time { return }
    differ(.call, count, expected.map { ($0.time, $0.text) }, (message.time, message.text))
  }

  func finish() {
    if difference == nil, count < calls.count {
      differ(.call, count, (calls[count].time, calls[count].text), nil)
    }
    if difference == nil, let dialogs, dialogCount < dialogs.count {
      let missing = dialogs[dialogCount]
      differ(.dialog, dialogCount, (missing.time, missing.text), nil)
    }
  }

  private func differ(
    _ subject: Subject,
    _ index: Int,
    _ expected: (time: Int64, text: [UInt8])?,
    _ actual: (time: Int64, text: [UInt8])?
  ) {
    difference = Difference(
      subject: subject,
      index: index,
      time: actual?.time,
      expected: expected.map { String(decoding: $0.text, as: UTF8.self) },
      actual: actual.map { String(decoding: $0.text, as: UTF8.self) },
      expectedTime: expected?.time
    )
  }
}
