import KymoBridge
import KymoCore

extension ReplyScript {
  /// Writes a reply that is no text, as the script that it is for a page.
  ///
  /// - Precondition: it is an acceleration or coordinates.
  mutating func write(_ outcome: borrowing Outcome) {
    do throws(JSONWriterError) {
      if outcome.replyKind == .acceleration {
        try writeAcceleration(outcome.reply.acceleration)
      } else {
        let place = outcome.reply.acceleration
        try writeLocation(latitude: place.x, longitude: place.y, altitude: place.z)
      }
    } catch { preconditionFailure("three numbers fit") }
  }
}
