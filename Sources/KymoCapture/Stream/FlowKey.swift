/// The two ends of a connection, whichever of them sends.
struct FlowKey: Hashable {
  let first: Endpoint
  let second: Endpoint

  init(_ segment: TCPSegment) {
    let isOrdered = segment.source < segment.destination
    first = isOrdered ? segment.source : segment.destination
    second = isOrdered ? segment.destination : segment.source
  }
}
