import Synchronization

/// A progress bar that is drawn by whoever does the work, far from the console and on any thread.
///
/// While it is shown nobody else writes to the terminal: see ``Console/beginSharedProgress(_:unit:)``.
package final class SharedProgress: Sendable {
  private struct State {
    var bar: ProgressBar?
    var done = 0
    var isVisible = false
  }

  private let state: Mutex<State>
  private let descriptor: Int32
  private let now: @Sendable () -> Int64

  /// Draws a bar on a terminal; `now` is a monotonic time in ns.
  init(_ bar: ProgressBar, on descriptor: Int32, now: @escaping @Sendable () -> Int64) {
    state = Mutex(State(bar: bar))
    self.descriptor = descriptor
    self.now = now
  }

  /// Tells that so many more units are done; redraws at most ten times a second.
  package func advance(by count: Int) {
    state.withLock { state in
      state.done += count
      guard let line = state.bar?.update(done: state.done, atNanoseconds: now()) else { return }
      draw("\r\(line)\u{1B}[K")
      state.isVisible = true
    }
  }

  /// Removes the bar from the screen, until more is done; for ever, if nobody wants to see it again.
  func hide(forEver isLast: Bool = false) {
    state.withLock { state in
      if isLast { state.bar = nil }
      if state.isVisible { draw("\r\u{1B}[K") }
      state.isVisible = false
    }
  }

  private func draw(_ text: String) {
    // A terminal that is gone is noticed by those who have something to say.
    _ = UnsafeTerminal.writeAll(Array(text.utf8), to: descriptor)
  }
}
