import FuzzedImports
import KymoFormats

/// The formats that are asked.
///
/// In a file of its own: a module of one file would be a script, with a main function.
func makeFuzzer() -> ImportFuzzer {
  ImportFuzzer([GPXFormat(), KMLFormat()])
}
