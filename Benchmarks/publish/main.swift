import AlmanacModel
import AlmanacPublish
import AlmanacTime
import Foundation

// Publishes an edition of generated events and measures the queries of apps.
//
// Each query returns the first fifty upcoming occurrences, for each filter alone and for all pairs.
// Usage: PublishBenchmark [EVENTS [FOLDER [publish]]]. An existing edition in FOLDER is not
// replaced. With `publish`, no queries are measured.

let count = CommandLine.arguments.dropFirst().first.flatMap { Int($0) } ?? 100_000
let folder = URL(
  filePath: CommandLine.arguments.dropFirst(2).first
    ?? NSTemporaryDirectory() + "almanac-publish-benchmark-\(count)")
let now = Instant(secondsSinceEpoch: 1_772_452_800)
guard let zone = ZoneDatabase.system.zone(named: "Asia/Singapore") else {
  print("no zone Asia/Singapore; install tzdata")
  exit(78)
}
let maker = EventMaker(start: now, zone: zone)

if !FileManager.default.fileExists(atPath: folder.appending(path: "latest").path) {
  try publish()
}
if CommandLine.arguments.dropFirst(3).first != "publish" {
  try QueryTimes(
    reader: EditionReader(edition: folder.appending(path: "latest")), maker: maker, count: count,
    now: now
  ).print()
}

func publish() throws {
  let contents = EditionContents(
    now: now, tzdataVersion: "benchmark",
    campuses: [Campus(id: "city", name: "City", timezone: zone.identifier)],
    gazetteers: ["city": Gazetteer(name: "city", places: maker.places)],
    taxonomy: Taxonomy(categories: EventMaker.categories.map { .init(id: $0, name: $0) }),
    sources: EventMaker.sources.map {
      Source(id: $0, name: $0, campus: "city", location: .file("sample.ics"))
    }, events: [], listings: PublishedListings(), forecasts: [],
    options: PublishingOptions(calendarName: "City", uidDomain: "city.example"), inputs: [])
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  let making = seconds { for number in 0..<count { _ = maker.event(number) } }
  let supply = EventSupply(count: count) { [maker] in $0.map(maker.event) }
  var edition: PublishedEdition?
  let spent = try seconds {
    edition = try Publisher(folder: folder, keepEditions: 1).publish(contents, events: supply)
  }
  guard let edition else { return }
  let database = edition.folder.appending(path: "almanac.sqlite")
  let size = try FileManager.default.attributesOfItem(atPath: database.path)[.size] as? Int ?? 0
  print(
    "published \(edition.counts.map { "\($0.count) \($0.name)" }.joined(separator: ", "))",
    "in \(shown(spent.clock)) s, \(shown(spent.processor)) s of the processors",
    "(making the events takes \(shown(making.processor)) s of them),",
    "database \(size / 1_000_000) MB, \(try pages(of: edition)),",
    "at most \(peakMegabytes()) MB of memory")
}

/// The number of event pages, and their size on a disk with blocks of 4 KiB.
func pages(of edition: PublishedEdition) throws -> String {
  let folder = edition.folder.appending(path: "site/event")
  let files = try FileManager.default.contentsOfDirectory(
    at: folder, includingPropertiesForKeys: [.fileSizeKey])
  let blocks = try files.map {
    ((try $0.resourceValues(forKeys: [.fileSizeKey]).fileSize ?? 0) + 4_095) / 4_096
  }
  return "\(files.count) event pages of \(blocks.reduce(0, +) * 4_096 / 1_000_000) MB"
}

/// Elapsed time and processor time in seconds.
func seconds(_ body: () throws -> Void) rethrows -> (clock: Double, processor: Double) {
  let (start, processor) = (ContinuousClock.now, clock())
  try body()
  return (
    (ContinuousClock.now - start) / .seconds(1),
    Double(clock() - processor) / Double(CLOCKS_PER_SEC)
  )
}

func shown(_ seconds: Double) -> String { String(format: "%.1f", seconds) }

/// The peak memory of this process in MB.
func peakMegabytes() -> Int {
  var usage = rusage()
  getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
  return usage.ru_maxrss / 1_024
}
