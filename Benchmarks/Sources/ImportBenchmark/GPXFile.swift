/// A track as an app for hikers writes it: a point a second, with elevation and time.
struct GPXFile {
  let path: String
  let size: Int
  /// How many points there are.
  let pointCount: Int

  /// Writes about 100 MB, the same each time.
  init(in folder: String) throws {
    path = "\(folder)/track.gpx"
    let head = """
      <?xml version="1.0" encoding="UTF-8"?>
      <gpx version="1.1" creator="benchmark" xmlns="http://www.topografix.com/GPX/1/1">
      <trk><trkseg>

      """
    var second = 0
    (size, pointCount) = try writeFile(
      path,
      head: head,
      tail: "</trkseg></trk></gpx>\n",
      atLeast: 100_000_000
    ) { text in
      text += Self.point(second: second).utf8
      second += 1
    }
  }

  private static func point(second: Int) -> String {
    let (day, rest) = second.quotientAndRemainder(dividingBy: 86_400)
    let date = "2024-\(two(1 + day / 28 % 12))-\(two(1 + day % 28))"
    let time = "\(date)T\(two(rest / 3600)):\(two(rest / 60 % 60)):\(two(rest % 60))Z"
    let digits = 1_000_000 + second * 7919 % 9_000_000
    return "<trkpt lat=\"47.\(digits)\" lon=\"8.\(digits)\">"
      + "<ele>\(400 + second % 90).\(second % 10)</ele><time>\(time)</time></trkpt>\n"
  }

  private static func two(_ value: Int) -> String { value < 10 ? "0\(value)" : "\(value)" }
}
