import KymoBridge

extension Profile {
  /// Adds the stacks that a script engine's own sampler has seen, as a thread of their own.
  ///
  /// - Parameters:
  ///   - json: what JavaScriptCore's sampler says.
  ///   - thread: what the thread is called.
  /// - Returns: how many stacks there were; nil if it is no such JSON.
  /// - Complexity: O(bytes).
  public mutating func addScripts(_ json: String, thread: String) -> Int? {
    guard json.utf8.count <= ProfileReader.maximumBytes else { return nil }
    var document = JSONDocument(limits: BridgeLimits(messageBytes: max(1, json.utf8.count)))
    do { try document.parse(json) } catch { return nil }
    let root = document.root
    guard document.kind(of: root) == .object,
      let interval = document.member("interval", of: root).flatMap({ document.number(of: $0) }),
      (1e-9...10).contains(interval),
      let traces = document.member("traces", of: root), document.kind(of: traces) == .array
    else { return nil }
    var found = Profile(name: name, exporter: exporter)
    found.threads = [ProfileThread(name: thread, identifier: 0)]
    var places: [String: Int] = [:]
    var counts: [[Int]: Int] = [:]
    var order: [[Int]] = []
    var count = 0
    var cursor = document.cursor(over: traces)
    while let trace = cursor.next(in: document) {
      guard let frames = document.member("frames", of: trace),
        document.kind(of: frames) == .array
      else { return nil }
      var stack: [Int] = []
      var inner = document.cursor(over: frames)
      while let frame = inner.next(in: document) {
        let text = document.member("name", of: frame).flatMap { document.string(of: $0) } ?? ""
        let name = "[js] " + (text.isEmpty ? "(anonymous function)" : text)
        let place = places[name] ?? found.frames.count
        if place == found.frames.count {
          places[name] = place
          found.frames.append(ProfileFrame(name: name, module: "page"))
        }
        stack.append(place)
      }
      // The innermost comes first there.
      stack.reverse()
      guard !stack.isEmpty else { continue }
      if counts[stack] == nil { order.append(stack) }
      counts[stack, default: 0] += 1
      count += 1
    }
    found.samples = order.map { stack in
      let seen = counts[stack] ?? 0
      return ProfileSample(
        stack: stack,
        thread: 0,
        stage: ProfileStage.page.name,
        count: seen,
        nanoseconds: Int64(Double(seen) * interval * 1e9)
      )
    }
    addSamples(of: found)
    return count
  }
}
