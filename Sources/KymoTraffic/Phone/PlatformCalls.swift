/// Calls that a platform takes for itself: on a phone they cross the bridge, and in a run they are no messages.
enum PlatformCalls {
  private static let windows: Set<String> = [
    "CordovaSplashScreenPlugin", "SystemBarPlugin", "LaunchScreen", "StatusBarInternal",
    "CDVWebViewEngine", "CoreAndroid",
  ]
  /// Of the plugin `App`, as Cordova 3 called it.
  private static let actions: Set<String> = [
    "messageChannel", "show", "overrideBackbutton", "overrideButton", "exitApp", "clearCache",
    "clearHistory", "backHistory", "loadUrl", "cancelLoadUrl",
  ]

  /// Whether a command is one, by the recorder's name of its bridge.
  static func has(_ command: String, of bridge: String) -> Bool {
    let dot = command.lastIndex(of: ".")
    let service = dot.map { command[..<$0] } ?? ""
    let action = dot.map { command[command.index(after: $0)...] } ?? command[...]
    switch bridge {
    case "capacitor":
      return action == "addListener" || action == "removeListener"
    case "cordova":
      return windows.contains(String(service)) || command == "Console.logLevel"
        || service == "App" && actions.contains(String(action))
    case "prompt": return true
    default: return false
    }
  }
}
