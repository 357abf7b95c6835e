public import KymoBench
import KymoHistogram

/// A percentile distribution (`.hgrm`) of the response times of all commands together, in ns.
///
/// A file of this format holds one distribution; those of single commands are in the interval log.
public enum HgrmExport: RunExport {
  /// Its name on the command line.
  public static let name = "hgrm"
  /// How its files end.
  public static let ending: String? = "hgrm"

  /// Writes a run.
  public static func text(_ result: LoadResult, _ context: ExportContext) -> String {
    result.overall.responseHistogram.percentileText()
      + (result.invalidText.map { "#[\($0)]\n" } ?? "")
  }
}
