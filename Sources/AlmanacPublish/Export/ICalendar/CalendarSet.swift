import AlmanacModel
import AlmanacTime

/// The calendars of an edition: one with all events, and one per category, place and source.
///
/// A category or source always has a calendar, even without events, and a place keeps an existing
/// one: calendar clients unsubscribe from a missing file.
struct CalendarSet: Sendable {
  /// A calendar while its events are recorded.
  private struct Calendar {
    let path: String
    var head: CalendarHead
    /// The sources of its events.
    var sources: Set<String> = []
    /// The numbers of its events.
    var events: [Int32] = []
  }

  private static let ending = "END:VCALENDAR\r\n"

  /// Rendered components of all events, in their order.
  let entries: RenderedEntries
  private let index: EditionIndex
  private let builder: EditionBuilder
  private var calendars: [Calendar] = []
  private var numbers: [String: Int] = [:]
  private var categories: [String: Int] = [:]
  private var sources: [String: Int] = [:]
  private var places: [PlaceKey: Int] = [:]
  /// Number of recorded events.
  private var count: Int32 = 0

  init(_ index: EditionIndex, _ builder: EditionBuilder) {
    self.index = index
    self.builder = builder
    entries = RenderedEntries(in: builder.folder)
    let contents = index.contents
    let locations = CalendarPaths(contents)
    let everywhere = contents.campuses.map(\.id)
    let names = contents.options.calendars
    add(CalendarPaths.all, names.all, name: "", campuses: everywhere)
    for category in contents.taxonomy.categories {
      categories[category.id] = add(
        locations.category(category.id), names.category, name: category.name,
        campuses: everywhere, filter: ("category", category.id))
    }
    for source in contents.sources where source.kind.hasEvents {
      sources[source.id] = add(
        locations.source(source.id), names.source, name: source.name, campuses: [source.campus])
    }
    for (campus, gazetteer) in contents.gazetteers.sorted(by: { $0.key < $1.key }) {
      for place in gazetteer.places {
        places[PlaceKey(campus: campus, place: place.id)] = add(
          locations.place(place.id, campus: campus), names.place, name: place.name,
          campuses: [campus], filter: ("place", place.id))
      }
    }
  }

  /// Records the calendars of an event, and the zones and attributions that they need. These come
  /// first in a file, so all events must be known before files are written.
  ///
  /// - Parameter sources: The sources of the event.
  mutating func record(_ event: PublishedEvent, from sources: Set<String>) {
    let years = ZoneYears.of(event, zones: index.zones)
    for number in numbers(of: event) {
      calendars[number].events.append(count)
      calendars[number].sources.formUnion(sources)
      for entry in years { entry.add(to: &calendars[number].head.years) }
    }
    count += 1
  }

  /// Writes all calendars, one after the other.
  func finish(_ attributions: AttributionLines, previous: PreviousEdition?) throws {
    let ofPlaces = Set(places.values)
    for (number, calendar) in calendars.enumerated()
    where !calendar.events.isEmpty || !ofPlaces.contains(number)
      || previous?.files[calendar.path] != nil
    {
      let file = try open(calendar, attributions)
      try entries.read(calendar.events.lazy.map { Int($0) }) { entry in
        guard !entry.isEmpty else { return }
        try file.append(entry)
        file.records += 1
      }
      try file.append(Self.ending)
      try builder.finish(file)
    }
  }

  private func open(_ calendar: Calendar, _ attributions: AttributionLines) throws -> EditionFile {
    var head = calendar.head
    head.isEmpty = calendar.events.isEmpty
    head.attribution = attributions.lines(of: calendar.sources, campuses: head.campuses)
    let file = try builder.file(calendar.path)
    try file.append(head.bytes(index))
    return file
  }

  /// Some events as a separate calendar.
  ///
  /// - Parameter title: nil for the name of the calendar of all events.
  static func calendar(
    of events: [StoredEvent], _ attributions: [Attribution], _ index: EditionIndex,
    path: String = CalendarPaths.all, title: String? = nil
  ) -> [UInt8] {
    let contents = index.contents
    var head = CalendarHead(
      path: path,
      title: title
        ?? CalendarNames.fill(
          contents.options.calendars.all, calendar: contents.options.calendarName, name: "",
          campus: contents.campuses.map(\.name).joined(separator: ", ")),
      campuses: contents.campuses.map(\.id), filter: nil)
    head.attribution = attributions.lines
    head.isEmpty = events.isEmpty
    let components = EventComponents(index: index)
    var lines = ICalendarLines()
    for event in events {
      for entry in ZoneYears.of(event.published, zones: index.zones) {
        entry.add(to: &head.years)
      }
      components.write(
        event.published, event.revision, to: &lines)
    }
    return head.bytes(index) + lines.bytes + Array(ending.utf8)
  }

  @discardableResult
  private mutating func add(
    _ path: String, _ template: String, name: String, campuses: [String],
    filter: (name: String, value: String)? = nil
  ) -> Int {
    if let known = numbers[path] { return known }
    let contents = index.contents
    let campus = contents.campuses.filter { campuses.contains($0.id) }.map(\.name)
    let title = CalendarNames.fill(
      template, calendar: contents.options.calendarName, name: name,
      campus: campus.joined(separator: ", "))
    numbers[path] = calendars.count
    calendars.append(
      Calendar(
        path: path,
        head: CalendarHead(path: path, title: title, campuses: campuses, filter: filter)))
    return calendars.count - 1
  }

  /// The numbers of the calendars that contain an event.
  private func numbers(of event: PublishedEvent) -> [Int] {
    var found = [0]
    func add(_ number: Int?) {
      if let number, !found.contains(number) { found.append(number) }
    }
    for category in event.categories { add(categories[category.id]) }
    for listing in event.event.listings { add(sources[listing.source]) }
    addPlace(of: event.location)
    for occurrence in event.occurrences where occurrence.location != event.location {
      addPlace(of: occurrence.location)
    }
    func addPlace(of location: PublishedLocation) {
      guard let place = location.place?.id else { return }
      let campus = event.event.campus
      for place in index.placesAround(place, campus: campus) {
        add(places[PlaceKey(campus: campus, place: place)])
      }
    }
    return found
  }
}
