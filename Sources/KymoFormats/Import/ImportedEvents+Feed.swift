public import KymoMCAP
public import KymoRecording

extension ImportedEvents: SessionFeed {}

extension ImportedEvents {
  /// What the import has repaired and noticed, as the record that a recording of it carries: see `ImportRecord`.
  public var metadata: MCAPMetadata {
    ImportRecord(files: files, repairs: repairs, notes: notes).record
  }
}
