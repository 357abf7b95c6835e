import KymoMCAP

/// What travels with the messages of recordings, on its way into another: metadata and attachments, each once.
struct CopiedExtras {
  /// What tells attachments apart.
  private struct Attachment: Equatable {
    let fields: MCAPAttachment
    let size: UInt64
    let checksum: UInt32
  }

  /// Whether captures of the traffic are copied, too.
  let keepsCapture: Bool
  private var metadata: [MCAPMetadata] = []
  private var attachments: [Attachment] = []

  /// Prepares to copy.
  init(keepsCapture: Bool) { self.keepsCapture = keepsCapture }

  /// Copies the metadata and the attachments of a source, but for its description and its lineage.
  ///
  /// - Parameters:
  ///   - file: the source.
  ///   - number: its number, for errors.
  ///   - writer: the new recording.
  ///   - report: is told of the attachments.
  /// - Throws: ``EditingError``.
  mutating func copy(
    from file: SessionFile,
    number: Int,
    to writer: inout MCAPWriter,
    _ report: inout EditReport
  ) throws(EditingError) {
    for index in file.scan.metadata {
      let found: MCAPMetadata?
      do throws(MCAPError) { found = try Self.metadata(at: index, in: file) } catch {
        throw .source(number, .file(error))
      }
      guard let found, !metadata.contains(found) else { continue }
      metadata.append(found)
      do throws(MCAPError) { try writer.append(found) } catch { throw .output(error) }
    }
    for index in file.scan.attachments {
      guard keepsCapture || index.name != SessionFile.captureName else {
        report.attachmentsLeftOut.append(index.name)
        continue
      }
      let stored: MCAPStoredAttachment
      let known: Attachment
      do throws(MCAPError) {
        stored = try MCAPStoredAttachment(at: index.offset, in: file.source)
        let checksum = try stored.dataChecksum(in: file.source)
        known = Attachment(fields: stored.fields, size: stored.size, checksum: checksum)
      } catch { throw .source(number, .file(error)) }
      guard !attachments.contains(known) else { continue }
      attachments.append(known)
      do throws(MCAPError) { try writer.copy(stored, from: file.source) } catch {
        throw .output(error)
      }
      report.attachments.append(index.name)
    }
  }

  /// A metadata record that is copied; nil for one that is not.
  private static func metadata(
    at index: MCAPMetadataIndex,
    in file: SessionFile
  ) throws(MCAPError) -> MCAPMetadata? {
    let own = [SessionDescription.recordName, LineageStep.recordName]
    guard !own.contains(index.name) else { return nil }
    var window = try MCAPWindow(file.source)
    let prefix = try window.prefix(at: index.offset)
    guard case .metadata(let found)? = try window.record(prefix, MCAPLimits()) else { return nil }
    return found
  }
}
