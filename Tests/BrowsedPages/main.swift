import KymoSamples

// BrowsedPages faithful|fixed SERVICE URL...
//
// Loads each page from its real server, shortens its URL at SERVICE (`http://127.0.0.1:8080`, in place of the service
// of the book), and prints the calls of everything that happened, as `kymo call --fetcher outside` takes them.

let arguments = Array(CommandLine.arguments.dropFirst())
guard arguments.count >= 3, let fidelity = BrowserFidelity(rawValue: arguments[0]) else {
  preconditionFailure("BrowsedPages faithful|fixed SERVICE URL...")
}
let run = try PageRun(fidelity, service: arguments[1])
for url in arguments.dropFirst(2) { run.shorten(url) }
