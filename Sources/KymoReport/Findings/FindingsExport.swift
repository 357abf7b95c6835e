/// A format of what was found: it takes results of every kind, with figures or without.
public protocol FindingsExport: ResultExport {}

extension FindingsExport {
  /// All kinds.
  public static func takes(_ kind: Report.Kind) -> Bool { true }
}
