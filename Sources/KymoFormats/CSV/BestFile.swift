import KymoRecording

/// The best of several files with the same kind of data.
struct BestFile<Table: RankedTable> {
  /// The best so far.
  private(set) var best: (file: RecognisedFile, table: Table)?
  /// Those that another one beat.
  private(set) var passedOver: [(file: RecognisedFile, table: Table)] = []

  /// Compares a file with the best so far.
  ///
  /// - Throws: ``ImportError/ambiguous(files:data:)`` when both are equally good.
  mutating func offer(_ file: RecognisedFile, _ table: Table) throws(ImportError) {
    guard let best else {
      self.best = (file, table)
      return
    }
    if table.rank == best.table.rank {
      throw .ambiguous(files: [best.file.file.name, file.file.name], data: table.topic)
    }
    let isBetter = table.rank < best.table.rank
    passedOver.append(isBetter ? best : (file, table))
    if isBetter { self.best = (file, table) }
  }

  /// The others, under the topics that they have then; notes which file is imported instead of those that have
  /// none, and why.
  func others(
    _ options: ImportOptions,
    _ log: inout ImportLog,
    because reason: (Table) -> String
  ) -> [(file: RecognisedFile, table: Table)] {
    guard let best else { return [] }
    var kept: [(file: RecognisedFile, table: Table)] = []
    for (file, table) in passedOver {
      if let topic = table.otherTopic, options.wants(topic) {
        var table = table
        table.topic = topic
        kept.append((file, table))
        continue
      }
      log.note(
        .fileNotImported,
        file: file.file.name,
        "\(best.file.file.baseName) is imported instead: \(reason(best.table))."
      )
    }
    return kept
  }
}
