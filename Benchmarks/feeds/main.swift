import AlmanacFiles
import AlmanacIngest
import AlmanacModel
import AlmanacTime
import Foundation

// Measures reading one feed, without printing its items.
//
// Usage: FeedBenchmark entries | listings | decode FILE [ROUNDS]
//
// - `entries`: every field of every item, as a stream
// - `listings`: the parse stage: all publishable items at once
// - `decode`: JSONDecoder with the fields of JSON Feed

let arguments = CommandLine.arguments.dropFirst()
guard let job = arguments.first, let path = arguments.dropFirst().first else {
  print("usage: FeedBenchmark entries | listings | decode FILE [ROUNDS]")
  exit(64)
}
let rounds = arguments.dropFirst(2).first.flatMap { Int($0) } ?? 1

/// Seconds of processor time of all threads, which other processes hardly affect.
func seconds(_ work: () async throws -> Void) async rethrows -> Double {
  let start = clock()
  try await work()
  return Double(clock() - start) / Double(CLOCKS_PER_SEC)
}

/// The peak memory of this process in MB.
func peak() -> Int {
  let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
  let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM") } ?? ""
  return (Int(line.filter(\.isNumber)) ?? 0) / 1_024
}

struct DecodedFeed: Decodable {
  struct Item: Decodable {
    var id: String
    var url: String?
    var title: String?
    var contentHTML: String?
    var contentText: String?
    var summary: String?
    var datePublished: String?
    var tags: [String]?

    enum CodingKeys: String, CodingKey {
      case id, url, title, summary, tags
      case contentHTML = "content_html"
      case contentText = "content_text"
      case datePublished = "date_published"
    }
  }
  var title: String?
  var items: [Item]
}

var best = Double.infinity
var count = 0
var found = 0
for _ in 0..<rounds {
  (count, found) = (0, 0)
  let bytes = try DurableFile.read(URL(filePath: path))
  let taken = try await seconds {
    switch job {
    case "entries":
      var context = ReadingContext(zone: .utc)
      context.limits.entries = 1_000_000
      let feed = FeedReader.read(bytes, context: context) { entry in
        count += 1
        found += (entry.start == nil ? 0 : 1) + (entry.content ?? entry.summary ?? "").utf8.count
      }
      if feed.document.isRefused { print(feed.document.problems) }
    case "listings":
      let source = Source(id: "feed", campus: "campus", location: .file(path))
      let capture = Capture(
        source: "feed", sha256: "", byteCount: bytes.count,
        fetchedAt: Instant(secondsSinceEpoch: 0), origin: path)
      let request = ParseRequest(
        source: source, campusTimezone: "UTC", capture: capture, body: bytes)
      let parsed = try await Parser().run([request])
      count = parsed.records.reduce(0) { $0 + $1.seen }
      found = parsed.records.reduce(0) { $0 + $1.listings.count }
    default:
      let feed = try JSONDecoder().decode(DecodedFeed.self, from: Data(bytes))
      count = feed.items.count
    }
  }
  best = min(best, taken)
}
let taken = String(format: "%.2f", best)
print("\(job): \(count) items, \(taken) s CPU, \(peak()) MB at most (\(found))")
