import KymoBridge

/// Calls of the older bridges.
extension PageLink {
  /// Takes a call of the platform's own `makeCall`: without a message, as the mode has it.
  func callMade(_ url: String) {
    // As printed, what was not given became a text: the parser of that mode wants a message.
    call(mode == .legacy && !url.contains("&msg=") ? url + "&msg=undefined" : url)
  }

  /// A call of the page to a named handler, as the call that the native side knows.
  func call(
    _ command: String,
    _ data: WebViewBridge.Payload,
    _ respond: WebViewBridge.Responder?
  ) {
    do throws(CallError) {
      call(try handlers.url(of: command, data), respond?.id == nil ? nil : respond)
    } catch {
      traffic.refuse()
      respond?(.text("\(error)"))
    }
  }
}
