import KymoBench
import KymoHistogram

/// A percentile distribution (`.hgrm`) of the response times of all commands together, in ns.
///
/// A file of this format holds one distribution; those of single commands are in the interval log.
enum HgrmExport: ResultExport {
  static func text(_ result: LoadResult, _ context: ExportContext) -> String {
    result.overall.responseHistogram.percentileText()
      + (result.invalidText.map { "#[\($0)]\n" } ?? "")
  }
}
