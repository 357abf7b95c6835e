/// Reads what `perf script -F tid,time,event,ip,sym,dso` prints: a line for each sample, and under it a line for each
/// frame, the innermost first.
public enum PerfScript {
  /// Reads samples.
  ///
  /// - Parameters:
  ///   - text: what perf printed, with the names as the linker has them.
  ///   - period: what a sample stands for, in ns.
  ///   - name: the name of a thread by its number in the kernel.
  /// - Returns: a profile of the samples; lines that are none of those are passed over.
  /// - Complexity: O(bytes).
  public static func profile(
    _ text: String,
    period: Int64,
    threads name: (Int) -> String
  ) -> Profile {
    var reading = Reading()
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.isEmpty {
        reading.endSample()
      } else if line.first == "\t" {
        reading.addFrame(line)
      } else {
        reading.endSample()
        reading.beginSample(line, name)
      }
    }
    reading.endSample()
    return reading.profile(period: period)
  }

  private struct Key: Hashable {
    var thread: Int
    var stack: [Int]
  }

  private struct Reading {
    var found = Profile(name: "", exporter: "perf")
    var event = ""
    private var places: [ProfileFrame: Int] = [:]
    private var counts: [Key: Int] = [:]
    private var order: [Key] = []
    private var thread: Int?
    private var stack: [Int] = []

    mutating func beginSample(_ line: Substring, _ name: (Int) -> String) {
      let words = line.split(separator: " ")
      guard words.count >= 3, let number = Int(words[0]), words[1].hasSuffix(":") else { return }
      if event.isEmpty { event = words[2].split(separator: ":").first.map(String.init) ?? "" }
      thread = found.index(ofThread: name(number), number)
    }

    mutating func addFrame(_ line: Substring) {
      guard thread != nil else { return }
      let words = line.drop { $0 == "\t" || $0 == " " }
        .split(separator: " ", maxSplits: 1, omittingEmptySubsequences: true)
      guard words.count == 2 else { return }
      var (symbol, module) = (words[1], Substring())
      if symbol.last == ")", let start = symbol.lastIndex(of: "(") {
        module = symbol[symbol.index(after: start)...].dropLast()
        symbol = symbol[..<start]
      }
      while symbol.last == " " { symbol.removeLast() }
      let file = module.split(separator: "/").last.map(String.init) ?? ""
      let isKnown = symbol != "[unknown]" && !symbol.isEmpty
      // What a register that is no frame pointer leads to lies in no file.
      guard isKnown || !file.hasPrefix("[unknown]") else { return }
      let isKernel = module.hasPrefix("[kernel")
      let shown =
        isKnown
        ? (isKernel ? "[kernel] " : "") + SymbolName.shown(String(symbol))
        : (file.hasPrefix("libc.so") ? "[libc]" : "[\(file)]")
      let frame = ProfileFrame(
        name: shown,
        symbol: isKnown ? String(symbol) : "",
        module: isKernel ? "[kernel]" : file
      )
      let place = places[frame] ?? found.frames.count
      if place == found.frames.count {
        places[frame] = place
        found.frames.append(frame)
      }
      stack.append(place)
    }

    mutating func endSample() {
      defer { (thread, stack) = (nil, []) }
      guard let thread, !stack.isEmpty else { return }
      let key = Key(thread: thread, stack: stack.reversed())
      if counts[key] == nil { order.append(key) }
      counts[key, default: 0] += 1
    }

    func profile(period: Int64) -> Profile {
      var profile = found
      if !event.isEmpty { profile.notes = [ProfileNote(name: "perf event", value: event)] }
      profile.samples = order.map { key in
        let count = counts[key] ?? 0
        return ProfileSample(
          stack: key.stack,
          thread: key.thread,
          count: count,
          nanoseconds: Int64(count) * period
        )
      }
      return profile
    }
  }
}
