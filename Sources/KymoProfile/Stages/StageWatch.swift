public import KymoCore

/// Watches the decoder and the handlers of a map, and the sinks behind them, without a word in the dispatcher itself.
///
/// Every handler is replaced by one that notes the time before and after it calls the former: the way of an event that
/// nobody watches is not changed by an instruction. A watch serves one run at a time, on the thread that dispatches.
///
///     let watch = StageWatch()
///     let app = try AppInstance(StepCounter.self) { map throws(CommandTableError) in try watch.watch(&map) }
///     let sink = WatchedSink(recorder, watch)
public final class StageWatch {
  let log: StageLog
  private var places: [String: Int] = [:]  // How many handlers of one name a command's stage has.

  /// A watch of nothing yet.
  public init() { log = StageLog() }

  /// Puts itself around the decoder and every handler that is mapped so far.
  ///
  /// - Throws: what is wrong with the map.
  public func watch(_ map: inout CommandMap) throws(CommandTableError) {
    places = [:]
    log.handlers.removeAll(keepingCapacity: true)
    map.decoder = map.decoder.map { TimedDecoder($0, self) }
    try map.replaceHandlers { place, handler in
      let index = index(of: place.name, place.command, "\(place.stage)")
      return TimedHandler(handler, place.stage, index, self)
    }
    map.replaceBatchHandlers { command, handler in
      TimedBatchHandler(handler, index(of: "\(type(of: handler))", command, "batch"), self)
    }
  }

  /// The index of a handler of which there may be several of one name.
  private func index(of name: String, _ command: String, _ stage: String) -> Int {
    let count = (places["\(stage) \(name) \(command)"] ?? 0) + 1
    places["\(stage) \(name) \(command)"] = count
    log.handlers.append(count == 1 ? name : "\(name) #\(count)")
    return log.handlers.count - 1
  }

  /// Lets somebody say when the events of the next run are pushed, so that their waits are known.
  ///
  /// - Parameter capacity: how many events the lane holds, in 1...2^30; there may be one lane alone.
  /// - Returns: what the pushing thread tells; everything that is pushed has to be noted.
  public func timePushes(capacity: Int) -> SourcePushTimes {
    log.timePushes(capacity: capacity)
  }

  /// Begins a run.
  public func begin() { log.begin() }

  /// Says that the page of an app begins to work.
  ///
  /// - Parameter command: that of the event which the page is handed; nil if it has a turn of its own.
  public func pageBegins(for command: CommandID?) {
    if command != nil { log.endHandlers() } else { log.between(nil) }
  }

  /// Says that it is done.
  public func pageEnds(for command: CommandID?) {
    if command != nil { log.leave(.page, nil) } else { log.between(.page) }
  }

  /// Says whether the thread that dispatches also reads the recording, in the runs to come.
  public func readsItself(_ reads: Bool) { log.readsItself = reads }

  /// Says that the pipeline looked for events, and dispatched what it found.
  @inline(__always) public func looked() { log.looked() }

  /// Ends a run.
  public func end() { log.end() }
}
