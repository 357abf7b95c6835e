// compare CAPTURE http://HOST:PORT: whether a live server answers what was captured, but for the date.
import KymoCapture
import KymoClient
import KymoTraffic

let words = CommandLine.arguments
let requests = CapturedRequests(CaptureExtractor(try CaptureFile(path: words[1])))
let sent = try HTTPReplay(requests.exchanges, target: HTTPTarget(words[2])).run().exchanges
var comparison = ReplyComparison(ignoring: try IgnoredParts(["header:Date"]))
for (index, exchange) in requests.exchanges.enumerated() {
  comparison.add(exchange, sent[index].reply, index: index)
}
let result = comparison.result
print("\(result.equal) equal, \(result.differing) different, \(result.failed) missing")
for place in result.places { print(place.count, place.name) }
