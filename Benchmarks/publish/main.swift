import AlmanacModel
import AlmanacPublish
import AlmanacTime
import Foundation

// Publishes an edition of made events and asks it what apps ask: each filter alone and with each
// other, the first fifty of what is coming. Usage: PublishBenchmark [EVENTS [FOLDER]]; an edition
// that is in the folder is not published again.

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

if try Publisher.latestEdition(in: folder) == nil {
  try publish()
}
try QueryTimes(
  reader: EditionReader(edition: folder.appending(path: "latest")), maker: maker, count: count,
  now: now
).print()

func publish() throws {
  let contents = EditionContents(
    now: now, tzdataVersion: "benchmark",
    campuses: [Campus(id: "city", name: "City", timezone: zone.identifier)],
    gazetteers: ["city": Gazetteer(name: "city", places: maker.places)],
    taxonomy: Taxonomy(categories: EventMaker.categories.map { .init(id: $0, name: $0) }),
    sources: EventMaker.sources.map {
      Source(id: $0, name: $0, campus: "city", location: .file("sample.ics"))
    }, events: (0..<count).map(maker.event), listings: [], forecasts: [],
    calendarName: "City", uidDomain: "city.example", inputs: [])
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  let start = clock()
  let edition = try Publisher(folder: folder, keepEditions: 1).publish(contents)
  let seconds = Double(clock() - start) / Double(CLOCKS_PER_SEC)
  let database = edition.folder.appending(path: "almanac.sqlite")
  let size = try FileManager.default.attributesOfItem(atPath: database.path)[.size] as? Int ?? 0
  print(
    "published \(edition.counts.map { "\($0.count) \($0.name)" }.joined(separator: ", "))",
    "in \(String(format: "%.1f", seconds)) s of the processor,",
    "database \(size / 1_000_000) MB, at most \(peakMegabytes()) MB of memory")
}

/// The most memory that this process ever had.
func peakMegabytes() -> Int {
  var usage = rusage()
  getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
  return usage.ru_maxrss / 1_024
}
