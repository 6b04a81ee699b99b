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

    /// The start in minutes since 1970.
    var minute: Int64 { id >> OccurrenceIDs.hashBits }
  }

  /// Features of all occurrences, in the order of the events.
  let entries: RenderedEntries
  private let contents: EditionContents
  private let builder: EditionBuilder
  private var days: [Entry] = []
  /// The sources of the events of each day.
  private var sources: [Int32: Set<String>] = [:]

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

  /// - Parameter sources: The sources of the event.
  mutating func record(_ event: PublishedEvent, from sources: Set<String>) {
    for occurrence in event.occurrences {
      let start = event.zone.civil(at: max(occurrence.startsAt, contents.window.from)).date
      let end = event.zone.civil(at: min(occurrence.lastInstant, contents.window.to)).date
      let (first, last) = (Int32(start.dayNumber), Int32(end.dayNumber))
      days.append(
        Entry(id: occurrence.id, number: Int32(days.count), first: first, last: last))
      guard first <= last else { continue }
      for day in first...last { self.sources[day, default: []].formUnion(sources) }
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
      let numbers = positions.lazy.map { Int(days[Int($0)].number) }
      try entries.read(numbers) { try collection.add($0) }
      try collection.finish(
        attribution: attributions.lines(
          of: sources[day] ?? [], campuses: contents.campuses.map(\.id)))
    }
  }
}
