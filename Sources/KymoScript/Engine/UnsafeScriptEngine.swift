import CJavaScriptCore

// SAFETY: the table of functions is filled once, by the initialiser of a constant, before anybody sees it, and is never changed or freed;
// the library it points into is never unloaded.

/// JavaScriptCore, the engine of the phone's own web view, loaded when the first script is to run.
///
/// The program is not linked with it: who runs no script need not have it, and starts as fast as without.
@safe public struct ScriptEngine: Sendable {
  /// The functions of the library.
  typealias Functions = UnsafePointer<KymoScriptFunctions>

  /// The libraries that are looked for, in this order.
  public static let libraries = ["libjavascriptcoregtk-4.1.so.0", "libjavascriptcoregtk-6.0.so.1"]

  /// The library that was found.
  public let library: String
  nonisolated(unsafe) let functions: Functions

  private static let found = find()

  /// The functions, for callbacks that get nothing of ours; nil if there is no engine.
  nonisolated(unsafe) static let functions = unsafe (try? load())?.functions

  /// Loads the engine; the second time it is there.
  ///
  /// - Throws: ``ScriptError/engine(_:)``, with the remedy.
  public static func load() throws(ScriptError) -> ScriptEngine { try found.get() }

  private static func find() -> Result<ScriptEngine, ScriptError> {
    let functions = UnsafeMutablePointer<KymoScriptFunctions>.allocate(capacity: 1)
    var reason = ""
    for library in libraries {
      guard let missing = unsafe kymo_script_load(library, functions) else {
        return unsafe .success(ScriptEngine(library: library, functions: UnsafePointer(functions)))
      }
      if reason.isEmpty { reason = unsafe String(cString: missing) }
    }
    unsafe functions.deallocate()
    return .failure(
      .engine("\(reason); install the package libjavascriptcoregtk-4.1-0")
    )
  }
}
