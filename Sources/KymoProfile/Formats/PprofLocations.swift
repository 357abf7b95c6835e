/// Where samples fell, as pprof has it: a place in the code of one function, with what is inlined there.
struct PprofLocations {
  private let frames: [ProfileFrame]
  /// For each frame its function.
  private let places: [Int]
  /// The functions; they are numbered from 1 on.
  let functions: [ProfileFrame]
  /// The frames of each place, the outermost first, in the order of their first use; they are numbered from 1 on.
  private(set) var all: [ArraySlice<Int>] = []
  private var numbers: [ArraySlice<Int>: Int] = [:]  // Looked up, never iterated.

  init(_ frames: [ProfileFrame]) {
    self.frames = frames
    let (groups, firsts) = frames.grouped(by: \.function)
    places = groups
    functions = firsts.map { frames[$0] }
  }

  /// The numbers of the places of a stack, the outermost first.
  mutating func numbers(_ stack: [Int]) -> [Int] {
    var found: [Int] = []
    var start = 0
    while start < stack.count {
      var end = start + 1
      while end < stack.count, frames[stack[end]].isInlined { end += 1 }
      found.append(number(stack[start..<end]))
      start = end
    }
    return found
  }

  private mutating func number(_ location: ArraySlice<Int>) -> Int {
    if let number = numbers[location] { return number }
    all.append(location)
    numbers[location] = all.count
    return all.count
  }

  /// The message of a place: what is inlined comes first.
  func message(_ location: ArraySlice<Int>, number: Int) -> ProtobufWriter {
    var message = ProtobufWriter()
    message.add(1, number)
    for frame in location.reversed() {
      var line = ProtobufWriter()
      line.add(1, places[frame] + 1)
      if frames[frame].line > 0 { line.add(2, frames[frame].line) }
      message.add(4, line)
    }
    return message
  }
}
