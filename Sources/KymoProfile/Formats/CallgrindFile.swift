import KymoText

/// What callgrind_annotate and KCachegrind read: the cost of each function, and of its calls.
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

  static func text(_ profile: Profile) -> String {
    var own: [Int: Cost] = [:]
    var calls: [Call: Cost] = [:]
    var sum = Cost()
    // A stack without frames belongs to a function that nobody knows, behind all others.
    let unknown = profile.frames.count
    for sample in profile.samples {
      let stack = sample.stack.isEmpty ? [unknown] : sample.stack
      own[stack[stack.count - 1], default: Cost()].add(sample)
      sum.add(sample)
      // A function that calls itself would otherwise cost as often as it is on the stack.
      let edges = Set(zip(stack, stack.dropFirst()).map { Call(caller: $0, callee: $1) })
      for call in edges { calls[call, default: Cost()].add(sample) }
    }
    var text = head(profile, sum)
    var names = Names(profile)
    var callees: [Int: [Int]] = [:]
    for call in calls.keys { callees[call.caller, default: []].append(call.callee) }
    for function in Set(own.keys).union(callees.keys).sorted() {
      text += "\nfl=\(names.file(function))\nfn=\(names.function(function))\n"
      let cost = own[function] ?? Cost()
      text += "0 \(cost.time) \(cost.count)\n"
      for callee in (callees[function] ?? []).sorted() {
        let cost = calls[Call(caller: function, callee: callee)] ?? Cost()
        text += "cfi=\(names.file(callee))\ncfn=\(names.function(callee))\n"
        text += "calls=\(cost.count) 0\n0 \(cost.time) \(cost.count)\n"
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
    private let profile: Profile
    private var files: [String: Int] = [:]
    private var functions: [String: Int] = [:]
    private var filesByFunction: [Int: String] = [:]

    init(_ profile: Profile) { self.profile = profile }

    mutating func file(_ function: Int) -> String {
      let module = function < profile.frames.count ? profile.frames[function].module : ""
      return Self.number(module.isEmpty ? "???" : line(module), in: &files)
    }

    mutating func function(_ function: Int) -> String {
      let name = function < profile.frames.count ? profile.frames[function].name : ""
      return Self.number(name.isEmpty ? "???" : line(name), in: &functions)
    }

    private static func number(_ name: String, in numbers: inout [String: Int]) -> String {
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
