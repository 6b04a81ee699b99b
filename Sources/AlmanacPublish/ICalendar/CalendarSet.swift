import AlmanacModel
import AlmanacTime

/// The calendars of an edition: all events, and those of each category, place and source.
///
/// Every category and source has its calendar also when nothing is in it, and a place keeps the one
/// it had: a subscriber whose calendar is not found unsubscribes.
struct CalendarSet {
  private struct PlaceKey: Hashable {
    let campus: String
    let place: String
  }

  private let index: EditionIndex
  private var calendars: [NotedCalendar] = []
  private var numbers: [String: Int] = [:]
  private var categories: [String: Int] = [:]
  private var sources: [String: Int] = [:]
  private var places: [PlaceKey: Int] = [:]
  /// Numbers of the calendars that the entries are in, and where those of each end.
  private var members: [Int32] = []
  private var memberEnds: [Int] = []

  init(_ index: EditionIndex) {
    self.index = index
    let contents = index.contents
    let locations = CalendarPaths(contents)
    let everywhere = contents.campuses.map(\.id)
    let names = contents.calendarNames
    add(CalendarPaths.all, names.all, name: "", campuses: everywhere)
    for category in contents.taxonomy.categories {
      categories[category.id] = add(
        locations.category(category.id), names.category, name: category.name,
        campuses: everywhere, filter: ("category", category.id))
    }
    for source in contents.sources where source.kind == .events {
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

  /// Notes in which calendars an event goes, which zones they must declare, and whom they owe thanks:
  /// that stands at the top, so that they are written when all events are known.
  ///
  /// - Parameter sources: The number of the set of those that state it.
  mutating func note(_ event: PublishedEvent, statedBy sources: Int) {
    let years = zoneYears(of: event)
    for number in numbers(of: event) {
      members.append(Int32(number))
      calendars[number].count += 1
      calendars[number].sources.insert(sources)
      for entry in years { entry.add(to: &calendars[number].years) }
    }
    memberEnds.append(members.count)
  }

  /// - Parameter entries: Of the events that were noted, in their order.
  func files(of entries: SpooledPieces) -> CalendarFiles {
    CalendarFiles(
      index: index, calendars: calendars, ofPlaces: Set(places.values), entries: entries,
      members: members, memberEnds: memberEnds)
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
      template, calendar: contents.calendarName, name: name,
      campus: campus.joined(separator: ", "))
    numbers[path] = calendars.count
    calendars.append(NotedCalendar(path: path, title: title, campuses: campuses, filter: filter))
    return calendars.count - 1
  }

  private func zoneYears(of event: PublishedEvent) -> [ZoneYears] {
    var years: [ZoneYears] = []
    // Of most events all times are of one zone and year.
    var last: (zone: String, year: Int)?
    func add(_ time: CalendarTime?) {
      guard case .zoned(let time)? = time, let name = time.zone else { return }
      let year = time.local.date.year
      if let last, last.zone == name, last.year == year { return }
      guard
        let zone = ICalendarTime.declarable(time, zones: index.zones, campus: event.zone)
      else { return }
      last = (name, year)
      ZoneYears(zone: zone.identifier, years: year...year).add(to: &years)
    }
    for occurrence in event.occurrences {
      add(occurrence.start)
      add(occurrence.end)
      add(occurrence.recurrenceID)
    }
    add(event.event.series?.start.anchored(in: event.zone))
    if event.occurrences.contains(where: { !$0.start.isDay && $0.end?.isDay == true }) {
      add(event.occurrences.first.map { .zoned(ZonedTime($0.startsAt, in: event.zone)) })
    }
    return years
  }

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
      add(places[PlaceKey(campus: event.event.campus, place: place)])
    }
    return found
  }
}
