public import KymoCore

/// How a request came from JavaScript to the native side.
public enum BridgeTransport: UInt8, Sendable, CaseIterable {
  /// The page loaded the URL, and native code took it for a call.
  case url
  /// Native code asked the page for what was queued.
  case poll
  /// An HTTP request.
  case http
  /// Somebody typed it.
  case commandLine
  /// A page's `exec` of Cordova.
  case cordova
  /// A page's call of a plugin of Capacitor.
  case capacitor
  /// A message handler of the web view.
  case raw
  /// `postMessage` of a React Native web view.
  case reactNative
  /// A method of an object that native code gives to the page, which returns its result.
  case rawAtOnce
  /// A call of DSBridge.
  case dsBridge
  /// A call of DSBridge without a callback, which returns its result.
  case dsBridgeAtOnce
  /// A message of JsBridge.
  case jsBridge
  /// A method of JsBridge's object, which may return its result.
  case jsBridgeAtOnce
  /// A message of a component of Hotwire Native.
  case hotwire
  /// A command of Tauri.
  case tauri

  /// The name in the recording.
  public var name: String {
    switch self {
    case .url: "url"
    case .poll: "poll"
    case .http: "http"
    case .commandLine: "command-line"
    case .cordova: "cordova"
    case .capacitor: "capacitor"
    case .raw: "raw"
    case .reactNative: "react-native"
    case .rawAtOnce: "raw-sync"
    case .dsBridge: "dsbridge"
    case .dsBridgeAtOnce: "dsbridge-sync"
    case .jsBridge: "jsbridge"
    case .jsBridgeAtOnce: "jsbridge-sync"
    case .hotwire: "hotwire"
    case .tauri: "tauri"
    }
  }

  /// The same for calls that are answered before the page's script goes on.
  public var atOnce: BridgeTransport {
    switch self {
    case .raw: .rawAtOnce
    case .dsBridge: .dsBridgeAtOnce
    case .jsBridge: .jsBridgeAtOnce
    default: self
    }
  }

  /// The transport that the tag of a request's payload names; `url` if it names none.
  public init(_ reference: PayloadReference) {
    self = Self(rawValue: UInt8(truncatingIfNeeded: reference.tag)) ?? .url
  }
}
