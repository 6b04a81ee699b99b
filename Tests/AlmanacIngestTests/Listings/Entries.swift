import AlmanacModel
import AlmanacRecords
import AlmanacTime
import Testing

@testable import AlmanacIngest

extension Entry {
  /// An entry with all required fields.
  static func fixture(
    id: String? = "one@example.edu", title: String? = "Talk",
    start: String? = "2026-10-05T19:00:00Z",
    end: String? = nil, _ change: (inout Entry) -> Void = { _ in }
  ) -> Entry {
    var entry = Entry()
    entry.id = id
    entry.title = title
    entry.start = start.flatMap { CalendarTime($0) }
    entry.end = end.flatMap { CalendarTime($0) }
    entry.line = 7
    change(&entry)
    return entry
  }
}

extension Source {
  static func fixture(
    publishing: Publishing = .full, tags: [String] = [], visibility: Visibility = .public
  ) -> Source {
    Source(
      id: "feed", campus: "nus", location: .file("sample.ics"), timezone: "Asia/Singapore",
      publisherKind: .community, language: "en", publishing: publishing, tags: tags,
      visibility: visibility)
  }
}

extension ListingMapper {
  static func fixture(_ source: Source = .fixture()) -> ListingMapper {
    let zones = ZoneDatabase.system
    return ListingMapper(
      source: source, zone: zones.zone(named: "Asia/Singapore") ?? .utc, zones: zones)
  }
}

extension SeriesGrouper {
  /// An assembly with all its listings.
  struct Assembled: Equatable {
    var listings: [Listing] = []
    var findings: [Finding] = []
    var count = 0
    var rejected = 0
    var retained: Set<String> = []
    var hidden: Set<String> = []
  }

  /// Groups entries, and checks that the number of listings in memory makes no difference.
  static func assemble(_ entries: [Entry], _ mapper: ListingMapper) -> Assembled {
    let assembled = assemble(entries, mapper, holding: entries.count)
    #expect(assemble(entries, mapper, holding: 0) == assembled)
    #expect(assemble(entries, mapper, holding: 1) == assembled)
    return assembled ?? Assembled()
  }

  private static func assemble(
    _ entries: [Entry], _ mapper: ListingMapper, holding most: Int
  ) -> Assembled? {
    var grouper = SeriesGrouper(mapper: mapper, expecting: entries.count, holding: most)
    for entry in entries { grouper.take(entry) }
    do {
      let assembly = try grouper.finish()
      return Assembled(
        listings: try assembly.listings.array(), findings: assembly.findings,
        count: assembly.count, rejected: assembly.rejected, retained: assembly.retained,
        hidden: assembly.hidden)
    } catch {
      Issue.record(error)
      return nil
    }
  }
}
