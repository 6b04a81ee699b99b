import AlmanacModel
import Foundation

/// Parts of an edition's files, byte for byte as they were published; what is not asked for is not read.
struct PublishedExcerpt {
  let folder: URL

  /// `events.geojson` has a feature a line, which begins with its id.
  func geoJSON(of events: Set<String>) throws -> [UInt8] {
    let records = try PublishedRecords(
      folder.appending(path: "geojson/events.geojson"), .features)
    // The first line holds the collection's own members, whom to thank among them.
    var bytes = Array(records.frame().head.prefix { $0 != UInt8(ascii: "\n") }) + [0x0a]
    let separators: Set = [UInt8(ascii: ","), 0x0a]
    let features = Self.sorted(events).flatMap { records.records(of: $0) }.map { line in
      line.dropLast(line.reversed().prefix { separators.contains($0) }.count)
    }
    bytes += features.joined(separator: Array(",\n".utf8))
    return bytes + Array("\n]}\n".utf8)
  }

  /// `all.ics` with those of its events.
  func calendar(of events: Set<String>) throws -> [UInt8] {
    let records = try PublishedRecords(
      folder.appending(path: "calendars/all.ics"), .components)
    let (head, tail) = records.frame()
    var bytes = Array(head)
    if tail.isEmpty { return bytes }
    for event in Self.sorted(events) {
      for record in records.records(of: event) { bytes += record }
    }
    return bytes + tail
  }

  /// In the order of the files.
  private static func sorted(_ events: Set<String>) -> [String] {
    events.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }
}
