import KymoBridge
import KymoCore
import KymoDevice

/// The page of a DeviceCatalog session, as its handlers see it: the phone, and the scripts that go back.
final class Page {
  let phone: Phone
  /// Whose rules hold for calls and replies.
  let mode: CallMode
  private var script: ReplyScript
  private var json = JSONWriter(maximumBytes: 1 << 12)
  /// The timeout of the request for the location that runs, and the tap that ends the picker.
  var locationTimeout: RaisedEvent?
  var pickerTap: RaisedEvent?

  init(_ phone: Phone, mode: CallMode) {
    self.phone = phone
    self.mode = mode
    script = ReplyScript(mode: mode, maximumBytes: 1 << 13)
  }

  /// Replies `handleJSONRequest('COMMAND','["TEXT"]')`.
  func reply(
    _ command: String,
    text: String,
    to cause: UInt64?,
    _ exchange: inout Exchange
  ) throws(HandlerError) {
    do {
      json.reset()
      json.beginArray()
      json.write(text)
      json.endArray()
      try json.finish()
      try script.writeJSONRequest(command, json: json)
    } catch { throw .tooLong }
    try send(to: cause, &exchange)
  }

  /// Replies `handleJSONRequest('showLoc','[LATITUDE,LONGITUDE,ALTITUDE]')`.
  func replyLocation(
    latitude: Double,
    longitude: Double,
    altitude: Double,
    to cause: UInt64?,
    _ exchange: inout Exchange
  ) throws(HandlerError) {
    do {
      try script.writeLocation(latitude: latitude, longitude: longitude, altitude: altitude)
    } catch { throw .tooLong }
    try send(to: cause, &exchange)
  }

  /// Says `handleRequest('accel',{"x":X,"y":Y,"z":Z})`.
  func sayAcceleration(
    _ acceleration: Acceleration,
    _ exchange: inout Exchange
  ) throws(HandlerError) {
    do { try script.writeAcceleration(acceleration) } catch { throw .tooLong }
    try send(to: nil, &exchange)
  }

  private func send(to cause: UInt64?, _ exchange: inout Exchange) throws(HandlerError) {
    try script.withText { (text) throws(HandlerError) in
      try exchange.reply(text: text, to: ReplyCause(number: cause))
    }
  }
}

extension HandlerError {
  /// The error of a phone, under its own code.
  init(_ error: PhoneError) { self.init(code: error.code) }
}

extension Exchange {
  /// The number of the request that is being handled; nil for an event that is none.
  var cause: UInt64? {
    event.kind == .message ? ReplyCause.request(event.source, event.sequence).number : nil
  }

  /// The text of a parameter, or how a parameter that is no text was written.
  ///
  /// - Throws: `missingParameter`.
  func wording(at index: Int) throws(HandlerError) -> String {
    if case .text(let text)? = parameter(index) { return string(text) }
    return switch parameter(index) {
    case nil: throw .missingParameter
    case .boolean(let value)?: value ? "true" : "false"
    case Value.none?: "null"
    default: string(try rawText(at: index))
    }
  }

  /// The number that Cocoa's `intValue` makes of a parameter: of a text its leading digits, else 0.
  ///
  /// - Throws: `missingParameter`.
  func intValue(at index: Int) throws(HandlerError) -> Int64 {
    switch parameter(index) {
    case .integer(let value)?: return value
    case .number(let value)?: return Int64(exactly: value.rounded(.towardZero)) ?? 0
    case .boolean(let value)?: return value ? 1 : 0
    case .text(let text)?:
      var digits = ""
      for character in string(text).drop(while: { $0 == " " || $0 == "\t" }) {
        guard character.isASCII, character.isNumber || digits.isEmpty && "+-".contains(character)
        else { break }
        digits.append(character)
      }
      return Int64(digits) ?? 0
    case nil: throw .missingParameter
    default: return 0
    }
  }
}
