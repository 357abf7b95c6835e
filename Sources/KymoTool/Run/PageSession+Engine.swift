import KymoCommandLine
import KymoScript
import KymoText

extension PageSession {
  /// The engine's part.
  func web(_ seed: UInt64, _ interrupt: Interrupt) throws(CommandFailure) -> WebViewOptions {
    var web = try PageOptions.web(arguments, seed: seed, platform, linkOptions.dialect?.bridge)
    // What the page found when it was recorded, unless the command line says otherwise.
    if !arguments.isGiven("deny"), let denied = recordedPage["denied"] {
      web.denied = Set(
        denied.split(separator: " ").compactMap { PagePermission(rawValue: String($0)) }
      )
    }
    if !arguments.isGiven("device"), let device = recordedPage["device"].flatMap(DeviceProfile.init)
    {
      web.device = device
    }
    web.limits.seconds = arguments.number("script-time")
    web.limits.pulse = ScriptPulse()
    web.limits.isInterrupted = { interrupt.isRequested }
    web.limits.memoryBytes = arguments.integer("script-memory") << 20
    return web
  }

  /// Ends all of it if what the engine cannot end goes on for ever, or goes on when it is interrupted.
  func hangWatch(
    _ web: WebViewOptions,
    _ target: String?,
    _ interrupt: Interrupt,
    during what: String = ""
  ) -> UnsafeHangWatch? {
    guard let pulse = web.limits.pulse else { return nil }
    let name = "\(arguments.tool.name) run: "
    var text =
      "\(page.printable): \(what)its scripts never return: an endless chain of promises, or search in a text"
    if let target, target != "-" {
      text +=
        "; what was recorded can be salvaged: \(arguments.tool.name) recover \(target).part -o OUT.mcap"
    }
    return UnsafeHangWatch(
      pulse,
      seconds: web.limits.seconds,
      ending: UnsafeHangWatch.Ending(name + text, .failure),
      interruption: (
        { interrupt.isRequested },
        UnsafeHangWatch.Ending("\(name)interrupted: \(text)", .partial)
      )
    )
  }
}
