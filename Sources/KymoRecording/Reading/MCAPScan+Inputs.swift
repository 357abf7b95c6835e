package import KymoMCAP

extension MCAPScan {
  /// The chunks that may have inputs: all but those whose message indexes name results alone.
  package var inputSegments: [MCAPSegment] {
    segments.filter { $0.holdsOutputs(in: catalog) != true }
  }
}
