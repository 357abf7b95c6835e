import KymoCommandLine

/// Why an option of bench cannot be scanned: it changes nothing of what is measured.
struct ScanRefusal {
  /// The reason, and the remedy.
  let text: ToolText

  /// Looks an option or a flag up; nil if bench has none of that name.
  init?(_ name: String) {
    switch name {
    case "format", "export", "quiet":
      text = "it says where figures go; give --\(name) to the scan, which has those of all values"
    case "plot", "live", "no-report":
      text = "it says what is shown of one run; use '\(.tool) bench --\(name)' for each value"
    case "limits", "limit", "write-limits", "slo", "deadline-misses", "strict":
      text =
        "a limit judges a run, and changes nothing of it; use '\(.tool) bench --\(name)' for each value"
    case "baseline", "save-baseline", "baselines":
      text = "a baseline is one result; use '\(.tool) bench --\(name)' for each value"
    case "handlers":
      text = "nothing is measured with it; use '\(.tool) bench --handlers'"
    case _ where BenchCommand.specification.has(name):
      text = "it has no values; make one scan with --\(name), and one without"
    default: return nil
    }
  }
}
