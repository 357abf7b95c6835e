// gate BASE HEAD S.mcap: whether HEAD is slower than BASE, each an executable or a git revision.
import KymoTrials

let words = CommandLine.arguments
var gate = Gate(base: words[1], head: words[2], recording: words[3])
gate.configuration.parts = [.counts]
let report = try gate.run()
print(report.verdict.rawValue, report.decision.sentence)
