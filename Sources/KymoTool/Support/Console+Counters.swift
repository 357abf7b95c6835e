import KymoRecording

extension Console {
  /// Prints what a phone counted, in lines that fit a terminal of 80 columns; nothing if there is nothing.
  mutating func print(_ counters: [SessionResult.Counter]) {
    var line = ""
    var isFirst = true
    for counter in counters {
      let item = "\(counter.name.printable) \(counter.count)"
      if !line.isEmpty, line.count + item.count + 12 > 79 {
        print((isFirst ? "phone     " : "          ") + line + ",")
        (line, isFirst) = (item, false)
      } else {
        line += (line.isEmpty ? "" : ", ") + item
      }
    }
    if !line.isEmpty { print((isFirst ? "phone     " : "          ") + line) }
  }
}
