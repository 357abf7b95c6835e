public import KymoCore
import KymoMCAP

/// Inputs in memory on their way into a session.
public struct InputListFeed: SessionFeed {
  /// See ``SessionFeed/description``.
  public let description: SessionDescription
  /// See ``SessionFeed/channels``.
  public let channels: ChannelTable
  /// See ``SessionFeed/firstTimestamp``.
  public let firstTimestamp: Int64
  /// See ``SessionFeed/longestMessage``.
  public let longestMessage: Int

  private let inputs: [SessionInput]
  /// The places of the inputs in the order of dispatch.
  private let order: [Int]
  private var place = 0

  /// See ``SessionFeed/topics``.
  public var topics: [String] {
    let sources = Set(inputs.map(\.event.source))  // Looked up, never iterated.
    return channels.rows.filter { sources.contains($0.source) }.map(\.channel.topic).sorted()
  }
  /// See ``SessionFeed/count``.
  public var count: Int { order.count }

  /// How many events there are in a block.
  private static let blockLength = 4096

  /// Takes inputs in any order.
  ///
  /// - Parameters:
  ///   - inputs: with their texts.
  ///   - description: what their session says about itself.
  ///   - channels: the rows of the app, with the sources of the events.
  /// - Complexity: O(n log n).
  public init(
    _ inputs: [SessionInput],
    _ description: SessionDescription,
    channels: ChannelTable = .standard
  ) {
    self.channels = channels
    self.inputs = inputs
    self.description = description
    order = inputs.dispatchOrder
    firstTimestamp = order.first.map { inputs[$0].event.timestamp } ?? 0
    longestMessage = inputs.map(\.text.count).max() ?? 0
  }

  /// See ``SessionFeed/next()``; throws nothing.
  public mutating func next() throws(ImportError) -> [Event] {
    let end = min(order.count, place + Self.blockLength)
    defer { place = end }
    return (place..<end).map { number in
      var event = inputs[order[number]].event
      guard event.kind.isReference else { return event }
      var reference = event.payload.reference
      // The number of the input, for `withMessage`.
      reference.offset = UInt64(order[number])
      event.payload = Payload(reference)
      return event
    }
  }

  /// See ``SessionFeed/withMessage(of:_:)``.
  public func withMessage<Result, Failure: Error>(
    of event: Event,
    _ body: (RawSpan) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let text = inputs[Int(event.payload.reference.offset)].text
    return try text.withRawSpan(0..<text.count, body)
  }
}
