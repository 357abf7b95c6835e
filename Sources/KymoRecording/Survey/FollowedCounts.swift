public import KymoMCAP

/// How many messages each topic of a recording has that is still being written, looked at again and again.
///
/// The end of such a file is a copy of what is not closed yet, which moves. So each look walks over the file, and
/// decodes only the pieces that it has not seen in the same place with the same content. A look at a moment when the
/// writer is about to change something may see less than the one before.
public struct FollowedCounts: ~Copyable {
  private struct Piece {
    let segment: MCAPSegment
    let counts: [(topic: String, count: UInt64)]
  }

  private var pieces: [UInt64: Piece] = [:]  // Looked up by the place in the file, never iterated.
  private var decoder = MCAPChunkDecoder()
  /// How many messages were seen of each topic, the topics in the order of their names.
  public private(set) var totals: [(topic: String, count: UInt64)] = []
  /// Whether the file has its end.
  public private(set) var isOver = false

  /// Starts before the first look.
  public init() {}

  /// Looks at the file as it is now.
  ///
  /// - Returns: the topics with messages that are new, and how many these are.
  /// - Throws: if the file cannot be read, or is none.
  public mutating func look(
    at path: String
  ) throws(MCAPError) -> [(topic: String, count: UInt64)] {
    let source = try MCAPFileSource(path: path)
    let scan = try MCAPSegmentScanner.scan(source)
    var seen: [(topic: String, count: UInt64)] = []
    var kept: [UInt64: Piece] = [:]
    for segment in scan.segments {
      let piece: Piece
      if let known = pieces[segment.offset], known.segment == segment {
        piece = known
      } else {
        piece = Piece(segment: segment, counts: count(segment, of: source, scan.catalog))
      }
      kept[segment.offset] = piece
      for (topic, count) in piece.counts { Self.add(count, of: topic, to: &seen) }
    }
    pieces = kept
    isOver = scan.ending == .complete
    var new: [(topic: String, count: UInt64)] = []
    for (topic, count) in seen {
      let before = totals.first { $0.topic == topic }?.count ?? 0
      guard count > before else { continue }
      new.append((topic, count - before))
      Self.add(count - before, of: topic, to: &totals)
    }
    totals.sort { $0.topic < $1.topic }
    return new.sorted { $0.topic < $1.topic }
  }

  /// Counts the messages of a piece; of one that is being changed, those before the change.
  private mutating func count(
    _ segment: MCAPSegment,
    of source: MCAPFileSource,
    _ catalog: MCAPCatalog
  ) -> [(topic: String, count: UInt64)] {
    var counts: [(id: UInt16, count: UInt64)] = []
    do throws(MCAPError) {
      try decoder.load(segment, from: source)
      while let message = try decoder.nextMessage() {
        if let place = counts.firstIndex(where: { $0.id == message.channelID }) {
          counts[place].count += 1
        } else {
          counts.append((message.channelID, 1))
        }
      }
    } catch { return [] }
    return counts.map { id, count in
      let channel = decoder.catalog.channel(id) ?? catalog.channel(id)
      return (channel?.topic ?? "channel \(id)", count)
    }
  }

  private static func add(
    _ count: UInt64,
    of topic: String,
    to list: inout [(topic: String, count: UInt64)]
  ) {
    if let place = list.firstIndex(where: { $0.topic == topic }) {
      list[place].count += count
    } else {
      list.append((topic, count))
    }
  }
}
