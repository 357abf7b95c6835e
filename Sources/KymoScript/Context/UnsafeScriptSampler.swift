import CJavaScriptCore

// SAFETY: the functions are the library's own, which is never unloaded. The group is that of a context that is there for
// the length of each call; the text that is taken is released by the storage's `take`.

extension ScriptContext {
  /// Has the engine look at its scripts a thousand times a second, by a thread of its own.
  ///
  /// - Returns: whether this engine can.
  public func startSampling() -> Bool {
    guard let sampler = unsafe sampler else { return false }
    return unsafe sampler.enable(storage.group)
  }

  /// Ends that.
  ///
  /// - Returns: the stacks that were seen since it began, as the engine's JSON; nil if it has none to give.
  public func stopSampling() -> String? {
    guard let sampler = unsafe sampler else { return nil }
    let text = unsafe sampler.take(storage.group)
    unsafe sampler.disable(storage.group)
    guard let text = unsafe text else { return nil }
    return unsafe storage.take(text)
  }

  @unsafe private var sampler: KymoScriptSampler? {
    var sampler = KymoScriptSampler()
    guard unsafe kymo_script_sampler(storage.engine.library, &sampler) else { return nil }
    return sampler
  }
}
