import CJavaScriptCore

// SAFETY: the storage of a context alone holds realms, and lets them go before the heap that they are in. A realm that goes
// while its scripts run stays with the engine until they have ended: they hold it.

/// Global objects beside the one of a context, in the same heap, with built-ins of their own: one for scripts that somebody
/// has written, and one apart from it, which they do not reach.
@safe final class ScriptRealm {
  private let js: ScriptEngine.Functions
  private let own: OpaquePointer
  private let apart: OpaquePointer

  init(_ js: ScriptEngine.Functions, _ group: OpaquePointer) throws(ScriptError) {
    guard let own = unsafe js.pointee.JSGlobalContextCreateInGroup(group, nil) else {
      throw .engine("it makes no context")
    }
    guard let apart = unsafe js.pointee.JSGlobalContextCreateInGroup(group, nil) else {
      unsafe js.pointee.JSGlobalContextRelease(own)
      throw .engine("it makes no context")
    }
    unsafe self.js = js
    unsafe self.own = own
    unsafe self.apart = apart
  }

  /// One of the two.
  @unsafe func global(isApart: Bool) -> OpaquePointer { unsafe isApart ? apart : own }

  deinit {
    unsafe js.pointee.JSGlobalContextRelease(apart)
    unsafe js.pointee.JSGlobalContextRelease(own)
  }
}
