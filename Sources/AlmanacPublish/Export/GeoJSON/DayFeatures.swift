import AlmanacModel
import AlmanacTime

/// `geojson/days/<date>.geojson`: the occurrences that overlap a day of the campus's time zone.
struct DayFeatures: Sendable {
  /// An occurrence and its days. Kept small, because there is one per occurrence.
  private struct Entry: Sendable {
    let id: Int64
    /// The number of its feature in `entries`.
    let number: Int32
    let first: Int32
    /// The last day. Before `first` if the occurrence is outside the window.
    let last: Int32
    /// The number of its set of sources in `SourceSets`.
    let sources: Int32

    /// The start in minutes since 1970.
    var minute: Int64 { id >> OccurrenceIDs.hashBits }
  }

  /// Features of all occurrences, in the order of the events.
  let entries: RenderedEntries
  private let contents: EditionContents
  private let builder: EditionBuilder
  private var days: [Entry] = []

  init(_ index: EditionIndex, _ builder: EditionBuilder) {
    contents = index.contents
    self.builder = builder
    entries = RenderedEntries(in: builder.folder)
  }

  /// Writes the feature of an occurrence. It is the same on each of its days.
  static func write(
    _ occurrence: PublishedOccurrence, of event: PublishedEvent, to json: inout JSONWriter
  ) {
    FeatureCollection.write(id: nil, at: occurrence.location.coordinate, to: &json) { json in
      json.member("event", event.id)
      json.member("title", occurrence.title ?? event.event.title)
      json.members(of: occurrence)
      json.member("status", occurrence.status.rawValue)
      json.members(of: occurrence.location)
      json.members(of: event)
      json.member("weather", occurrence.weather)
    }
  }

  /// - Parameter sources: The number of the event's set of sources.
  mutating func record(_ event: PublishedEvent, from sources: Int) {
    for occurrence in event.occurrences {
      let first = event.zone.civil(at: max(occurrence.startsAt, contents.window.from)).date
      let last = event.zone.civil(at: min(occurrence.lastInstant, contents.window.to)).date
      days.append(
        Entry(
          id: occurrence.id, number: Int32(days.count), first: Int32(first.dayNumber),
          last: Int32(last.dayNumber), sources: Int32(sources)))
    }
  }

  /// Writes the files. Features are sorted by start.
  func finish(_ attributions: AttributionLines) throws {
    // Sort by minute, then by event.
    let days = days.sorted { ($0.minute, $0.number) < ($1.minute, $1.number) }
    var positions: [Int32: [Int32]] = [:]
    // An occurrence of several days is listed on each of them.
    for (position, entry) in days.enumerated() where entry.first <= entry.last {
      for day in entry.first...entry.last { positions[day, default: []].append(Int32(position)) }
    }
    for (day, positions) in positions.sorted(by: { $0.key < $1.key }) {
      let date = CivilDate(dayNumber: Int(day)).description
      let collection = try FeatureCollection(
        "geojson/days/\(date).geojson", builder: builder, members: [("date", date)])
      let here = positions.map { days[Int($0)] }
      try entries.read(here.lazy.map { Int($0.number) }) { try collection.add($0) }
      try collection.finish(
        attribution: attributions.lines(
          of: Set(here.lazy.map { Int($0.sources) }), campuses: contents.campuses.map(\.id)))
    }
  }
}
