import KymoCommandLine
import KymoScript
import KymoText

extension PageSession {
  /// The engine's part.
  func web(_ seed: UInt64, _ interrupt: Interrupt) throws(CommandFailure) -> WebViewOptions {
    var web = try setting.web(seed: seed)
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
