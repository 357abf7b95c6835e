import KymoRecording

/// The best of several files with the same kind of data.
struct BestFile<Table: RankedTable> {
  /// The best so far.
  private(set) var best: (file: RecognisedFile, table: Table)?
  /// Those that another one beat.
  private(set) var passedOver: [RecognisedFile] = []

  /// Compares a file with the best so far.
  ///
  /// - Throws: ``ImportError/ambiguous(files:)`` when both are equally good.
  mutating func offer(_ file: RecognisedFile, _ table: Table) throws(ImportError) {
    guard let best else {
      self.best = (file, table)
      return
    }
    if table.rank == best.table.rank {
      throw .ambiguous(files: [best.file.file.name, file.file.name])
    }
    let isBetter = table.rank < best.table.rank
    passedOver.append(isBetter ? best.file : file)
    if isBetter { self.best = (file, table) }
  }

  /// Notes which file is imported instead of the others, and why.
  func notePassedOver(_ log: inout ImportLog, because reason: (Table) -> String) {
    guard let best else { return }
    for other in passedOver {
      log.note(
        .fileNotImported,
        file: other.file.name,
        "\(best.file.file.baseName) is imported instead: \(reason(best.table))."
      )
    }
  }
}
