import KymoCommandLine
import KymoRecording
import KymoText

extension Console {
  /// Prints what an app counted, in lines that fit a terminal of 80 columns; nothing if there is nothing.
  mutating func print(_ counted: CountedByApp?) {
    guard let counted else { return }
    let heading = (counted.heading.printable + "          ").prefix(10)
    var line = ""
    var isFirst = true
    for counter in counted.counters {
      let item = "\(counter.name.printable) \(counter.count)"
      if !line.isEmpty, line.count + item.count + 12 > 79 {
        print((isFirst ? heading : "          ") + line + ",")
        (line, isFirst) = (item, false)
      } else {
        line += (line.isEmpty ? "" : ", ") + item
      }
    }
    if !line.isEmpty { print((isFirst ? heading : "          ") + line) }
  }
}
