import KymoText

/// The file for callgrind_annotate and KCachegrind: the cost of each function, and of its calls.
///
/// A sampler does not see calls: where the format wants their number, that of the samples stands.
enum CallgrindFile {
  private struct Cost {
    var time: Int64 = 0
    var count = 0

    mutating func add(_ sample: ProfileSample) {
      time += sample.nanoseconds
      count += sample.count
    }
  }

  private struct Call: Hashable {
    var caller: Int
    var callee: Int
  }

  /// The cost of a call.
  private struct CallCost {
    /// The line that it is on, 0 if unknown; of several the first that was seen.
    var line: Int
    var cost = Cost()
  }

  /// A function with all that it costs.
  private struct Function {
    /// Its own cost, by line.
    var own: [Int: Cost] = [:]
    /// The calls that it makes.
    var calls: [Int: CallCost] = [:]
  }

  static func text(_ profile: Profile) -> String {
    let (places, firsts) = profile.frames.grouped(by: \.function)
    // A stack without frames belongs to a function that nobody knows, behind all others.
    var functions = [Function](repeating: Function(), count: firsts.count + 1)
    var isThere = [Bool](repeating: false, count: functions.count)
    var sum = Cost()
    for sample in profile.samples {
      sum.add(sample)
      let stack = sample.stack.isEmpty ? [firsts.count] : sample.stack.map { places[$0] }
      let lines = sample.stack.isEmpty ? [0] : sample.stack.map { profile.frames[$0].line }
      let last = stack.count - 1
      isThere[stack[last]] = true
      functions[stack[last]].own[lines[last], default: Cost()].add(sample)
      // A function that calls itself would otherwise cost as often as it is on the stack.
      var seen: Set<Call> = []
      for index in 0..<last {
        let (caller, callee) = (stack[index], stack[index + 1])
        guard seen.insert(Call(caller: caller, callee: callee)).inserted else { continue }
        isThere[caller] = true
        functions[caller].calls[callee, default: CallCost(line: lines[index])].cost.add(sample)
      }
    }
    var text = head(profile, sum)
    var names = Names(firsts.map { profile.frames[$0] })
    for (number, function) in functions.enumerated() where isThere[number] {
      text += "\n\(names.place(number))fn=\(names.function(number))\n"
      for (line, cost) in function.own.sorted(by: { $0.key < $1.key }) {
        text += "\(line) \(cost.time) \(cost.count)\n"
      }
      if function.own.isEmpty { text += "0 0 0\n" }
      for (callee, call) in function.calls.sorted(by: { $0.key < $1.key }) {
        text += "\(names.place(callee, prefix: "c"))cfn=\(names.function(callee))\n"
        text += "calls=\(call.cost.count) \(names.firstLine(callee))\n"
        text += "\(call.line) \(call.cost.time) \(call.cost.count)\n"
      }
    }
    return text + "\ntotals: \(sum.time) \(sum.count)\n"
  }

  private static func head(_ profile: Profile, _ sum: Cost) -> String {
    """
    # callgrind format
    version: 1
    creator: \(line(profile.exporter))
    pid: 1
    cmd: \(line(profile.name))
    part: 1
    desc: Sampled: numbers of calls are numbers of samples
    event: Ns : nanoseconds
    event: Samples : samples
    positions: line
    events: Ns Samples
    summary: \(sum.time) \(sum.count)

    """
  }

  /// A name is written once, and its number from then on.
  private struct Names {
    private let frames: [ProfileFrame]
    private var objects: [String: Int] = [:]
    private var files: [String: Int] = [:]
    private var functions: [String: Int] = [:]

    init(_ frames: [ProfileFrame]) { self.frames = frames }

    private func frame(_ function: Int) -> ProfileFrame {
      function < frames.count ? frames[function] : ProfileFrame(name: "")
    }

    /// The lines that say in which program or library and in which source file it is; `prefix` for what is called.
    mutating func place(_ function: Int, prefix: String = "") -> String {
      let frame = frame(function)
      let object = Self.number(frame.module, in: &objects)
      let file = Self.number(frame.sourceOrModule, in: &files)
      return "\(prefix)ob=\(object)\n\(prefix.isEmpty ? "fl" : "cfi")=\(file)\n"
    }

    mutating func function(_ function: Int) -> String {
      Self.number(frame(function).name, in: &functions)
    }

    func firstLine(_ function: Int) -> Int { frame(function).firstLine }

    private static func number(_ name: String, in numbers: inout [String: Int]) -> String {
      let name = name.isEmpty ? "???" : line(name)
      if let number = numbers[name] { return "(\(number))" }
      numbers[name] = numbers.count + 1
      return "(\(numbers.count)) \(name)"
    }
  }

  /// A name on one line: what controls a terminal becomes U+FFFD.
  private static func line(_ name: String) -> String {
    var result = ""
    for scalar in name.unicodeScalars {
      if MarkupText.isControl(scalar) {
        result += MarkupText.replacement
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
