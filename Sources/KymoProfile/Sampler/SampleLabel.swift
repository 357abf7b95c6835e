public import KymoCore

/// The activity of a thread, in a word that a signal handler can copy: a command and a stage, or a
/// handler of a table.
@frozen @usableFromInline struct SampleLabel: Sendable, Hashable {
  /// The word; 0 for nothing in particular.
  @usableFromInline var word: UInt64

  /// Nothing in particular.
  @inlinable static var none: SampleLabel { SampleLabel(word: 0) }

  /// The label in a word.
  @inlinable init(word: UInt64) { self.word = word }

  /// A stage of a command, or what lies between its stages.
  @inlinable @inline(__always) init(_ command: CommandID?, _ stage: ProfileStage?) {
    let row: UInt64
    if let command { row = UInt64(command.rawValue) &+ 1 } else { row = 0 }
    let number: UInt64
    if let stage { number = UInt64(stage.rawValue) &+ 1 } else { number = 0 }
    word = row << 8 | number
  }

  /// A handler by its place in the table, which says its command and its stage later: nobody waits for that.
  @inlinable @inline(__always) init(handler place: Int) {
    word = UInt64(truncatingIfNeeded: place &+ 1) &<< 32
  }

  /// The handler's place in the table, if it is the label of one.
  var handler: Int? {
    let number = Int(word >> 32)
    return number == 0 ? nil : number - 1
  }

  /// The command, if there is one.
  var command: CommandID? {
    let row = word >> 8
    return row == 0 ? nil : CommandID(rawValue: UInt16(truncatingIfNeeded: row &- 1))
  }

  /// The stage, if there is one.
  var stage: ProfileStage? {
    let number = UInt8(truncatingIfNeeded: word)
    return number == 0 ? nil : ProfileStage(rawValue: number &- 1)
  }
}
