extension ScaleChart {
  /// The chart of what was measured.
  init(_ report: ScaleReport) {
    func curve(_ work: ScaleWork, _ name: String, _ quantity: ScaleSeries.Quantity) -> [Curve] {
      report.series.filter { $0.work == work }.map { series in
        Curve(
          name: name,
          points: zip(series.points, series.values(quantity)).map { (Double($0.size), $1) }
        )
      }
    }
    func events(_ quantity: ScaleSeries.Quantity) -> [Curve] {
      curve(.record, "record, lz4", quantity) + curve(.replay, "replay", quantity)
        + curve(.load, "bench --pace none", quantity)
    }
    self.init(
      title: "How time, memory and files grow",
      panels: [
        Panel(
          title: "Time, by events",
          xTitle: "events",
          curves: events(.time),
          unit: Self.seconds
        ),
        Panel(
          title: "Peak memory, by events",
          xTitle: "events",
          curves: events(.memory),
          unit: Self.bytes
        ),
        Panel(
          title: "Size of the file, by events",
          xTitle: "events",
          curves: curve(.record, "record, lz4", .file),
          unit: Self.bytes
        ),
        Panel(
          title: "Peak memory at 1 M events/s, by duration",
          xTitle: "seconds",
          curves: curve(.paced, "bench, Poisson arrivals", .memory),
          unit: Self.bytes
        ),
        Panel(
          title: "Time of 2 million events, by sources",
          xTitle: "sources whose events take turns",
          curves: curve(.sources, "merge and dispatch", .time),
          unit: Self.seconds
        ),
        Panel(
          title: "Time of 2 million events, by commands",
          xTitle: "commands in random order",
          curves: curve(.commands, "dispatch", .time),
          unit: Self.seconds
        ),
      ]
    )
  }

  private static func seconds(_ value: Double) -> String {
    if value >= 1 { return "\(Int(value)) s" }
    return value >= 1e-3 ? "\(Int((value * 1e3).rounded())) ms" : "\(Int(value * 1e6)) µs"
  }

  private static func bytes(_ value: Double) -> String {
    if value >= 1e9 { return "\(Int(value / 1e9)) GB" }
    return value >= 1e6 ? "\(Int(value / 1e6)) MB" : "\(Int(value / 1e3)) kB"
  }
}
