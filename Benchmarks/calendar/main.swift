import AlmanacIngest
import AlmanacModel
import AlmanacTime
import Foundation

// Measures reading a calendar file and expanding it over the year 2025 on one core.
//
// Usage: CalendarBenchmark FILE [ROUNDS]

guard CommandLine.arguments.count > 1, let zone = ZoneDatabase.system.zone(named: "UTC") else {
  print("usage: CalendarBenchmark FILE [ROUNDS]")
  exit(64)
}
let file = URL(filePath: CommandLine.arguments[1])
let rounds = CommandLine.arguments.dropFirst(2).first.flatMap { Int($0) } ?? 3

/// Seconds of processor time, which other processes don't affect.
func seconds(_ work: () throws -> Void) rethrows -> Double {
  let start = clock()
  try work()
  return Double(clock() - start) / Double(CLOCKS_PER_SEC)
}

/// Reads directly into the array, because `Data` would be copied.
func contents(of file: URL) throws -> [UInt8] {
  let handle = try FileHandle(forReadingFrom: file)
  let size = Int(try handle.seekToEnd())
  try handle.seek(toOffset: 0)
  return [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
    while count < size {
      let got = read(handle.fileDescriptor, buffer.baseAddress?.advanced(by: count), size - count)
      guard got > 0 else { break }
      count += got
    }
  }
}

let year = Window(
  from: Instant(secondsSinceEpoch: 1_735_689_600), to: Instant(secondsSinceEpoch: 1_767_225_600))
var best: (reading: Double, expanding: Double)?
var instances = 0
for _ in 0..<rounds {
  var listings: [Listing] = []
  let reading = try seconds {
    let bytes = try contents(of: file)
    listings = CalendarListings(reading: bytes, zone: zone, zones: .system).listings
  }
  instances = 0
  let expander = ListingExpander(window: year, zone: zone, zones: .system, limit: 10_000)
  let expanding = seconds {
    for index in listings.indices {
      instances += expander.expand(listings[index]).occurrences.count
    }
  }
  if best.map({ reading + expanding < $0.reading + $0.expanding }) ?? true {
    best = (reading, expanding)
  }
}
if let best {
  let total = String(format: "%.2f", best.reading + best.expanding)
  let parts = String(format: "%.2f read, %.2f expanded", best.reading, best.expanding)
  print("almanac, in process: \(instances) instances in \(total) s CPU (\(parts))")
}
