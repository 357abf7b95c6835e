import KymoText

/// The script that runs before a page's first in a browser.
struct ChromiumPrelude {
  private let view: WebView
  private let half: ChromiumHalf?
  private let hasBridge: Bool

  /// The script for a page.
  ///
  /// - Parameters:
  ///   - view: what shows it.
  ///   - half: the page half of its dialect; nil if it speaks none.
  ///   - hasBridge: whether it gets the bridge of named handlers when it asks.
  init(_ view: WebView, _ half: ChromiumHalf?, hasBridge: Bool) {
    self.view = view
    self.half = half
    self.hasBridge = hasBridge
  }

  /// The script for a page that is loaded at a time, in ms, and began at another.
  func source(at now: Double, from origin: Double) -> String {
    // Not in frames, and not in the empty document between two pages.
    var text =
      "if (window.top === window && location.protocol !== 'about:') (function () {\nconst scripts = { __proto__: null };\n"
    func add(_ name: String, _ source: [UInt8]) {
      text += "scripts.\(name) =\n" + String(decoding: source, as: UTF8.self) + ";\n"
    }
    add("environment", PackageResources.environment_js)
    add("location", PackageResources.location_js)
    if let half {
      add("shared", half.scripts.shared)
      add("half", half.scripts.own)
    } else {
      text += String(decoding: PackageResources.quickconnect_js, as: UTF8.self)
      text += "\nscripts.quickconnect = globalThis.QuickConnect;\n"
    }
    if hasBridge {
      text += "scripts.handlers = () =>\n"
      text += String(decoding: PackageResources.wvjb_js, as: UTF8.self) + ";\n"
    }
    text += "(\n" + String(decoding: PackageResources.chromium_js, as: UTF8.self) + "\n)"
    text += "(\(settings(at: now, from: origin).line), scripts);\n"
    for prelude in view.options.preludes {
      // What one of them throws is no matter of the next.
      text +=
        "try { (0, eval)(\(JSONText(prelude.text + "\n//# sourceURL=" + prelude.name).line)); }"
      text += " catch (error) { reportError(error); }\n"
    }
    return text + "})();\n//# sourceURL=kymograph/chromium.js"
  }

  private func settings(at now: Double, from origin: Double) -> JSONText {
    let options = view.options
    let isIOS = options.device.system == .ios
    return [
      "now": JSONText(now), "origin": JSONText(origin),
      "seed": [
        JSONText(Int64(UInt32(truncatingIfNeeded: options.seed))),
        JSONText(Int64(UInt32(truncatingIfNeeded: options.seed >> 32))),
      ],
      "zone": JSONText(options.zone), "locale": JSONText(options.locale),
      "denies": .object(
        PagePermission.allCases.map {
          JSONMember($0.rawValue, JSONText(options.denied.contains($0)))
        }
      ),
      "system": JSONText(options.device.system.rawValue),
      "vendor": JSONText(isIOS ? "Apple Computer, Inc." : "Google Inc."),
      "confirms": JSONText(view.confirms),
      "patience": JSONText(ChromiumBrowser.patienceMilliseconds),
      "pathOfCallsNow": JSONText(half?.answerNow == nil ? nil : ChromiumRequest.pathOfCallsNow),
      "seeds": JSONText((half?.seeds ?? []).map { JSONText($0) }),
      "native": half?.native ?? .object([]),
    ]
  }
}
