/// The players of the simulated phone: one for each file that is playing or paused.
///
/// Nothing is heard and nothing happens by itself: whether a file plays follows from the logical time, in
/// ns, and from its duration when it was started.
public struct AudioPlayer {
  /// How many files play or are paused at once.
  public static var maximumPlayers: Int { 16 }

  private struct Track {
    let name: String
    let totalNanoseconds: Int64  // Of all loops; `Int64.max` stands for ever.
    var playedNanoseconds: Int64 = 0  // Before `start`.
    var start: Int64?  // Nil while paused.

    func played(at now: Int64) -> Int64 {
      guard let start else { return playedNanoseconds }
      let elapsed = LogicalTime.elapsed(from: start, to: now)
      return LogicalTime.after(playedNanoseconds, nanoseconds: elapsed)
    }

    func isFinished(at now: Int64) -> Bool {
      totalNanoseconds != .max && played(at: now) >= totalNanoseconds
    }
  }

  /// Times that a file was started or resumed.
  public private(set) var started: UInt64 = 0

  private let sandbox: AudioSandbox
  private var tracks: [Track] = []

  /// Makes players for the files of `sandbox`.
  public init(sandbox: AudioSandbox) { self.sandbox = sandbox }

  /// Plays a file, or goes on where it was paused.
  ///
  /// A file that is playing plays on. One that is resumed keeps its loops, and its contents even if they
  /// were replaced; one that has come to its end starts anew.
  ///
  /// - Parameters:
  ///   - name: The file.
  ///   - loops: How often it is repeated: 0 plays it once, n plays it n + 1 times, and a negative number
  ///     plays it for ever. A file of no length ends at once all the same.
  ///   - now: The logical time in ns.
  /// - Throws: ``PhoneError/invalidName``, ``PhoneError/noSuchFile``, ``PhoneError/notAudio``;
  ///   ``PhoneError/tooManyPlayers`` if ``maximumPlayers`` files play or are paused.
  /// - Complexity: O(``maximumPlayers``).
  public mutating func start(_ name: String, loops: Int = 0, at now: Int64) throws(PhoneError) {
    let duration = try sandbox.durationNanoseconds(of: name)
    tracks.removeAll { $0.isFinished(at: now) }
    if let index = index(of: name) {
      guard tracks[index].start == nil else { return }
      tracks[index].start = now
      started += 1
      return
    }
    guard tracks.count < Self.maximumPlayers else { throw .tooManyPlayers }
    tracks.append(
      Track(name: name, totalNanoseconds: Self.total(duration, loops: loops), start: now)
    )
    started += 1
  }

  /// Pauses a file.
  ///
  /// - Returns: whether it was playing.
  /// - Throws: ``PhoneError/invalidName``.
  /// - Complexity: O(``maximumPlayers``).
  @discardableResult
  public mutating func pause(_ name: String, at now: Int64) throws(PhoneError) -> Bool {
    guard let index = try track(name), tracks[index].start != nil,
      !tracks[index].isFinished(at: now)
    else { return false }
    tracks[index].playedNanoseconds = tracks[index].played(at: now)
    tracks[index].start = nil
    return true
  }

  /// Stops a file; the next start begins at its beginning.
  ///
  /// - Returns: whether it was playing or paused.
  /// - Throws: ``PhoneError/invalidName``.
  /// - Complexity: O(``maximumPlayers``).
  @discardableResult
  public mutating func stop(_ name: String, at now: Int64) throws(PhoneError) -> Bool {
    guard let index = try track(name) else { return false }
    return !tracks.remove(at: index).isFinished(at: now)
  }

  /// Whether a file plays at a logical time in ns that is not before the last call.
  ///
  /// - Complexity: O(``maximumPlayers``).
  public func isPlaying(_ name: String, at now: Int64) -> Bool {
    guard let index = index(of: name) else { return false }
    return tracks[index].start != nil && !tracks[index].isFinished(at: now)
  }

  private func index(of name: String) -> Int? {
    // By bytes: two names may look alike.
    tracks.firstIndex { $0.name.utf8.elementsEqual(name.utf8) }
  }

  private func track(_ name: String) throws(PhoneError) -> Int? {
    _ = try AudioName(name)
    return index(of: name)
  }

  private static func total(_ duration: Int64, loops: Int) -> Int64 {
    guard duration > 0 else { return 0 }
    guard loops >= 0 else { return .max }
    let (times, _) = loops.addingReportingOverflow(1)
    guard times > 0 else { return .max }
    let (total, overflow) = duration.multipliedReportingOverflow(by: Int64(times))
    return overflow ? .max : total
  }
}
