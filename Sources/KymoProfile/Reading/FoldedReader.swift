/// Reads folded stacks: frames with semicolons between, a blank, and a number of samples.
enum FoldedReader {
  private struct StackKey: Hashable {
    var stack: [Int]
    var isWaiting: Bool
  }

  static func profile(_ bytes: [UInt8], name: String) throws(ProfileError) -> Profile {
    var profile = Profile(name: name, exporter: "")
    profile.threads = [ProfileThread(name: "", identifier: 0)]
    var frames: [String: Int] = [:]
    var places: [StackKey: Int] = [:]
    var number = 0
    for line in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
      number += 1
      var line = line
      if line.last == UInt8(ascii: "\r") { line.removeLast() }
      if line.isEmpty { continue }
      var (names, count) = try split(line, number)
      // What stands for a thread that waited is no function.
      let isWaiting = names.count > 1 && names.last == StackTree.waitingName
      if isWaiting { names.removeLast() }
      let stack = names.map { name in
        if let place = frames[name] { return place }
        profile.frames.append(ProfileFrame(name: name))
        frames[name] = profile.frames.count - 1
        return profile.frames.count - 1
      }
      let key = StackKey(stack: stack, isWaiting: isWaiting)
      if let place = places[key] {
        let (sum, isTooLarge) = profile.samples[place].count.addingReportingOverflow(count)
        guard !isTooLarge, sum <= Profile.largestSum else {
          throw .line(number, problem: "the samples add up to more than 2^53")
        }
        profile.samples[place].count = sum
      } else {
        places[key] = profile.samples.count
        var sample = ProfileSample(stack: stack, thread: 0, count: count, nanoseconds: 0)
        sample.isWaiting = isWaiting
        profile.samples.append(sample)
      }
    }
    guard !profile.samples.isEmpty else {
      throw .line(number, problem: "the file ends without a single stack")
    }
    return profile
  }

  private static func split(
    _ line: ArraySlice<UInt8>,
    _ number: Int
  ) throws(ProfileError) -> ([String], Int) {
    guard let text = String(validating: line, as: UTF8.self) else {
      throw .line(number, problem: "it is not UTF-8")
    }
    guard let blank = text.utf8.lastIndex(of: UInt8(ascii: " ")) else {
      throw .line(number, problem: "there is no blank before a number of samples")
    }
    let digits = text[text.utf8.index(after: blank)...]
    if digits.isEmpty { throw .line(number, problem: "there is no number of samples") }
    guard digits.utf8.allSatisfy({ 0x30...0x39 ~= $0 }), let count = Int(digits),
      1...Profile.largestSum ~= count
    else {
      let shown = FoldedStacks.name(String(digits.prefix(40)))
      throw .line(number, problem: "'\(shown)' is not a number of samples")
    }
    let names = text[..<blank].split(separator: ";", omittingEmptySubsequences: false)
    return (names.map { FoldedStacks.name(String($0)) }, count)
  }
}
