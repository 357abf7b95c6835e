import KymoMCAP
import KymoRecording

/// The requests of the bridge as a log of calls, as `kymo import` reads it: `{"time":…,"url":"call?cmd=…"}` a line.
///
/// Times are ns. How a request was transported, and its number, have no place.
struct CallLogExport: SessionExport {
  let parts = [ExportPart()]
  private let session: ExportSession

  /// Prepares to write a session.
  init(_ session: ExportSession) { self.session = session }

  func holds(_ channel: ExportChannel) -> Bool { channel.kind == .request }

  mutating func add(_ event: ExportEvent, _ data: RawSpan) -> Bool {
    let fields = session.channels[event.channel].fields(data)
    guard case .text(let call)? = fields?.first(where: { $0.path == "text" })?.value,
      call.hasPrefix("call?")
    else { return false }
    let text = parts[0].text
    text.put("{\"time\":")
    text.put(event.time)
    text.put(",\"url\":")
    text.put(quoted: call)
    text.put("}\n")
    return true
  }
}
