/// The calls that a recording says a page makes, held against those that it makes.
public final class PageExpectation {
  /// The first call that differs.
  public struct Difference: Sendable, Equatable {
    /// Its number among the calls, from 0.
    public var index: Int
    /// When it was made, in logical ns; nil if it was not.
    public var time: Int64?
    /// What the recording has; nil if it has no more.
    public var expected: String?
    /// What the page made; nil if it made no more.
    public var actual: String?
    /// When the recording has it, in ns.
    public var expectedTime: Int64?
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
  private var count = 0
  /// The first that differs; nil if none does.
  public private(set) var difference: Difference?

  /// Expects calls, in their order.
  public init(_ calls: [Call]) { self.calls = calls }

  /// How many calls were held against the recording's.
  public var compared: Int { count }

  func check(_ message: PageMessage) {
    defer { count += 1 }
    guard difference == nil else { return }
    let expected = count < calls.count ? calls[count] : nil
    // It reaches the native side strictly after what it answers.
    if let expected, expected.text == message.text, expected.time >= message.time { return }
    difference = Difference(
      index: count,
      time: message.time,
      expected: expected.map { String(decoding: $0.text, as: UTF8.self) },
      actual: String(decoding: message.text, as: UTF8.self),
      expectedTime: expected?.time
    )
  }

  func finish() {
    guard difference == nil, count < calls.count else { return }
    difference = Difference(
      index: count,
      time: nil,
      expected: String(decoding: calls[count].text, as: UTF8.self),
      actual: nil,
      expectedTime: calls[count].time
    )
  }
}
