import AlmanacModel
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
    var source = Source(
      id: "feed", campus: "nus", location: .file("sample.ics"), publisherKind: .community)
    source.timezone = "Asia/Singapore"
    source.language = "en"
    (source.publishing, source.tags, source.visibility) = (publishing, tags, visibility)
    return source
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
  static func assemble(_ entries: [Entry], _ mapper: ListingMapper) -> Assembly {
    var grouper = SeriesGrouper(mapper: mapper, expecting: entries.count)
    for entry in entries { grouper.take(entry) }
    return grouper.finish()
  }
}
