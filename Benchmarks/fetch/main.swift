import AlmanacIngest
import AlmanacModel
import AlmanacTime
import Foundation

// Measures the fetcher without a journal and without limits per host.
//
// Requests COUNT documents at the paths /1, /2 and so on, 32 at a time. Usage: FetchBenchmark URL
// COUNT

guard CommandLine.arguments.count == 3, let count = Int(CommandLine.arguments[2]) else {
  print("usage: FetchBenchmark URL COUNT")
  exit(64)
}
let base = CommandLine.arguments[1]
let client = HTTPClient.curl(
  maxConcurrent: 32, perHost: 32, hostGap: .zero, userAgent: "Almanac-Benchmark")
let fetcher = Fetcher(client: client, now: Instant(secondsSinceEpoch: 1_772_452_800))

/// The size of one document in bytes; nil after a failure.
func fetch(_ number: Int) async -> Int? {
  var source = Source(
    id: "s\(number)", campus: "hill", location: .url("\(base)/\(number)"))
  source.allowedHosts = ["127.0.0.1"]
  do throws(FetchError) {
    return try await fetcher.retrieve(FetchRequest(source: source, previous: nil)).body.count
  } catch {
    return nil
  }
}

let begin = ContinuousClock.now
var got: [Int?] = []
await withTaskGroup(of: Int?.self) { group in
  for number in 1...count {
    if number > 32, let size = await group.next() { got.append(size) }
    group.addTask { await fetch(number) }
  }
  for await size in group { got.append(size) }
}
let (seconds, attoseconds) = (ContinuousClock.now - begin).components
let time = Double(seconds) + Double(attoseconds) / 1e18
let missing = got.count { $0 == nil }
let bytes = got.reduce(0) { $0 + ($1 ?? 0) }
print("\(count) documents, \(bytes) bytes, \(missing) missing, \(time) s")
exit(missing == 0 ? 0 : 1)
