/// A file as a receiver writes it: RMC, GGA, VTG and a GSV for each second.
struct NMEAFile {
  let path: String
  let size: Int
  /// How many sentences there are.
  let sentenceCount: Int
  /// How many fixes they make.
  let fixCount: Int

  /// Writes about 200 MB, the same each time.
  init(in folder: String) throws {
    path = "\(folder)/track.nmea"
    var second = 0
    let written = try writeFile(path, atLeast: 200_000_000) { text in
      Self.append(second: second, to: &text)
      second += 1
    }
    (size, sentenceCount, fixCount) = (written.size, 4 * written.parts, written.parts)
  }

  private static func append(second: Int, to text: inout [UInt8]) {
    let (day, rest) = second.quotientAndRemainder(dividingBy: 86_400)
    let time = two(rest / 3600) + two(rest / 60 % 60) + two(rest % 60) + ".00"
    let minutes = "\(10_000 + second * 7919 % 90_000)"
    let place = "4807.\(minutes),N,00831.\(minutes.reversed().map(String.init).joined()),E"
    let date = two(1 + day % 28) + two(1 + day / 28 % 12) + "24"
    let speed = "\(second % 90).\(second % 1000)"
    sentence("GNRMC,\(time),A,\(place),\(speed),84.\(second % 100),\(date),,,A", &text)
    sentence("GNGGA,\(time),\(place),1,08,0.9,\(400 + second % 90).4,M,46.9,M,,", &text)
    sentence("GNVTG,84.\(second % 100),T,,M,\(speed),N,41.5,K,A", &text)
    sentence("GPGSV,2,1,08,01,40,083,46,02,17,308,41,12,07,344,39,14,22,228,45", &text)
  }

  private static func two(_ value: Int) -> String { value < 10 ? "0\(value)" : "\(value)" }

  private static func sentence(_ body: String, _ text: inout [UInt8]) {
    let sum = body.utf8.reduce(0) { $0 ^ $1 }
    text.append(UInt8(ascii: "$"))
    text += body.utf8
    text += (sum < 16 ? "*0" : "*").utf8
    text += String(sum, radix: 16, uppercase: true).utf8
    text += "\r\n".utf8
  }
}
