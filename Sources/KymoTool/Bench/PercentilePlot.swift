import Glibc
import KymoBench
import KymoCommandLine
import KymoHistogram
import KymoReport
import KymoText

/// The percentile curves of a result in characters: response time over the number of nines.
struct PercentilePlot {
  /// `--plot`.
  static let flag = FlagSpecification(
    "plot",
    help: "Also draw the percentiles of the response time."
  )

  /// Refuses a plot for programs.
  static func check(_ arguments: ParsedArguments) throws(CommandFailure) {
    if arguments.flag(flag.name), arguments.wantsJSON {
      throw .usage("--plot is for people: it does not go with --format json")
    }
  }

  /// How many curves can still be told apart.
  static let maximumCurves = 4

  private let curves: [(name: String, curve: NinesCurve)]

  /// Takes the commands with the most events.
  init(_ result: LoadResult) {
    curves = result.commands.enumerated().filter { $0.element.response.count > 0 }
      .sorted { ($0.element.count, $1.offset) > ($1.element.count, $0.offset) }
      .prefix(Self.maximumCurves)
      .map { ($0.element.name.printable, NinesCurve($0.element.responseHistogram)) }
  }

  /// Draws them.
  func print(to console: inout Console) {
    let quantity = console.quantity
    var plot = TerminalPlot(
      "response time over percentiles, log scale",
      x: PlotAxis("", label: Self.percentile, ticks: (0...12).map(Double.init)),
      y: PlotAxis("", label: { quantity.duration(nanoseconds: Int64(pow(10, $0).rounded())) })
    )
    for (index, curve) in curves.enumerated() {
      if index > 0 { plot.beginCurve() }
      for point in curve.curve.points {
        plot.add(x: point.nines, y: log10(Double(max(1, point.value))))
      }
    }
    console.print("")
    console.print(plot)
    guard curves.count != 1 else {
      return console.print("\(curves[0].name); the end of the curve is its maximum")
    }
    let names = curves.enumerated().map { "\(TerminalPlot.mark($0.offset)) \($0.element.name)" }
    if names.isEmpty { return }
    console.print(names.joined(separator: "   ") + "; the end of a curve is its maximum")
  }

  /// A number of nines as a percentile: `0%`, `90%`, `99.9%`.
  private static func percentile(_ nines: Double) -> String {
    NumberText.shortest(((100 - 100 * pow(10, -nines)) * 1e9).rounded() / 1e9) + "%"
  }
}
