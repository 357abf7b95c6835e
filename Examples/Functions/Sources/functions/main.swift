import KymoBench
import KymoTool

let (text, numbers) = ("9.80665", Array(0..<1000))
Kymo(benchmarks: [
  Benchmark("parse") { Double(text) },
  Benchmark("sum") { numbers.reduce(0, &+) },
]).main()
