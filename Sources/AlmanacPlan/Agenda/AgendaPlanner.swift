public import AlmanacModel
public import AlmanacTime

/// Plans the agendas of people from one edition.
public struct AgendaPlanner: Sendable {
  /// Number of days to plan, from the date of the run.
  public static let days = 30
  /// After a gap of this many seconds between events, the next journey starts at home.
  static let homeGap = 4 * 3_600

  /// Finds the journey with the latest departure or the earliest arrival for a query; nil if there is
  /// none.
  public typealias Network = @Sendable (TransitQuery) -> TransitJourney?

  let edition: PlanEdition
  let now: Instant
  let zones: ZoneDatabase
  /// Quotes that are valid for all people.
  private let rides: RideBooking
  let network: Network?
  /// Positions of the occurrences that are in progress or start within an hour.
  let current: [Int]
  /// Ids of the people who attend each event, for people with friends.
  private let attendees: [String: Set<String>]
  private let friends: [String: Set<String>]

  /// - Parameters:
  ///   - persons: All people, to find friends that attend the same published events.
  ///   - rides: Quotes that are valid for all people.
  ///   - network: nil: times by transit are estimates.
  public init(
    edition: PlanEdition, now: Instant, zones: ZoneDatabase = .system, persons: [Person] = [],
    rides: [RideQuote] = [], network: Network? = nil
  ) {
    self.edition = edition
    self.now = now
    self.zones = zones
    self.rides = RideBooking(rides)
    self.network = network
    current = (0..<edition.position(from: now + 3_600 + 1)).filter { position in
      let occurrence = edition.occurrences[position]
      return occurrence.assumedEnd > now && !occurrence.isCancelled
    }
    var attendees: [String: Set<String>] = [:]
    for person in persons where !person.friends.isEmpty {
      for reference in person.attending {
        let event = edition.aliases[reference.event] ?? reference.event
        attendees[event, default: []].insert(person.id)
      }
    }
    self.attendees = attendees
    friends = Dictionary(
      persons.map { ($0.id, $0.friends) }, uniquingKeysWith: { $0.union($1) })
  }

  /// Plans one person's agenda. The result is the same for any order of the inputs.
  ///
  /// - Parameter previous: Starts of flexible events in the last run, by key.
  public func agenda(of person: Person, previous: [String: Instant] = [:]) -> Agenda {
    var agenda = Agenda(person: person.id, now: now, zone: person.zone)
    let (attended, unknown) = attended(by: person)
    agenda.unknown = unknown
    agenda.entries = attended
    var own = OwnEntries(person: person, now: now, zones: zones, previous: previous)
    own.expand()
    for (key, cause) in own.invalid { agenda.causes[key, default: []].append(cause) }
    agenda.entries += own.entries
    agenda.unplaced = own.unplaced
    let times = TravelTimes(planner: self, person: person, booking: rides.adding(person.rides))
    DaySchedule(times: times, attended: attended, own: own.candidates).plan(into: &agenda)
    agenda.entries.sort(by: AgendaEntry.isBefore)
    addQuietHours(of: person, to: &agenda)
    LegPlanner(times: times).addLegs(to: &agenda)
    addDays(to: &agenda)
    agenda.tasks = person.tasks.sorted {
      ($0.dueInstant(in: person.zone), $0.id) < ($1.dueInstant(in: person.zone), $1.id)
    }
    Recommender(times: times).addSuggestions(to: &agenda)
    return agenda
  }

  /// Ids of the mutual friends that attend a published event.
  func friends(of person: Person, attending event: String) -> [String] {
    guard !person.friends.isEmpty else { return [] }
    return (attendees[event] ?? []).filter {
      person.friends.contains($0) && friends[$0]?.contains(person.id) == true
    }.sorted()
  }

  /// The published occurrences that a person attends, and the references to unknown events.
  private func attended(by person: Person) -> (entries: [AgendaEntry], unknown: [String]) {
    let declined = Set(person.declined.flatMap(edition.positions))
    var positions: Set<Int> = []
    var unknown: Set<String> = []
    let today = person.zone.civil(at: now).date
    for reference in person.attending {
      let found = edition.positions(of: reference)
      if found.isEmpty, !edition.isKnown(reference, today: today) {
        unknown.insert(reference.event + (reference.date.map { "@\($0)" } ?? ""))
      }
      positions.formUnion(found)
    }
    let entries = positions.subtracting(declined).sorted().map { position in
      entry(of: edition.occurrences[position], alarm: person.alarm)
    }
    return (entries, unknown.sorted())
  }

  private func entry(of occurrence: PlanOccurrence, alarm: Int?) -> AgendaEntry {
    var content = AgendaEntry.Content(
      key: occurrence.key, kind: .attended, event: occurrence.event, title: occurrence.title)
    content.venue = occurrence.venue
    content.place = occurrence.place
    content.isBusy = occurrence.isBusy
    content.details.notes = occurrence.text
    content.details.alarm = occurrence.isCancelled ? nil : alarm
    content.link = occurrence.link
    content.weather = occurrence.weather
    content.isCancelled = occurrence.isCancelled
    content.isTentative = occurrence.isTentative
    content.modified = occurrence.modified
    content.sequence = occurrence.sequence
    return AgendaEntry(
      content, start: occurrence.start, end: occurrence.assumedEnd,
      startTime: occurrence.startTime, endTime: occurrence.endTime)
  }

  private func addQuietHours(of person: Person, to agenda: inout Agenda) {
    guard !person.quietHours.isEmpty else { return }
    for entry in agenda.entries where entry.isBusy && entry.end > now {
      if person.isQuiet(from: entry.start, to: entry.end) {
        agenda.causes[entry.key, default: []].append(.preferences([entry.key]))
      }
    }
  }

  /// Adds the dates of the plan that have entries or skipped events.
  private func addDays(to agenda: inout Agenda) {
    let today = agenda.zone.civil(at: now).date
    var entries: [CivilDate: [String]] = [:]
    for entry in agenda.entries {
      let date =
        entry.startTime.isDay ? entry.startTime.date : agenda.zone.civil(at: entry.start).date
      if date >= today, date < today.adding(days: Self.days) {
        entries[date, default: []].append(entry.key)
      }
    }
    for skipped in agenda.skipped where entries[skipped.date] == nil { entries[skipped.date] = [] }
    agenda.days = entries.keys.sorted().map { date in
      let keys = entries[date] ?? []
      var causes: [PlanCause] = []
      for key in keys {
        for cause in agenda.causes[key] ?? [] where !causes.contains(cause) { causes.append(cause) }
      }
      return Agenda.Day(date: date, entries: keys, causes: causes)
    }
  }
}

extension Person {
  /// Whether any second between two instants is in quiet hours.
  func isQuiet(from start: Instant, to end: Instant) -> Bool {
    !quietSpans(from: start, to: end).isEmpty
  }

  /// The quiet hours that overlap a time, day by day. O(days × quiet hours).
  func quietSpans(from start: Instant, to end: Instant) -> [Range<Instant>] {
    guard !quietHours.isEmpty else { return [] }
    // Quiet hours that cross midnight may begin on the day before.
    let first = zone.civil(at: start).date.adding(days: -1).dayNumber
    let last = max(first, zone.civil(at: end).date.dayNumber)
    return (first...last).flatMap { number in
      let day = CivilDateTime(startOf: CivilDate(dayNumber: number))
      return quietHours.compactMap { hours in
        let until = hours.to > hours.from ? hours.to : hours.to + 86_400
        let from = zone.instant(of: day.adding(seconds: hours.from))
        let to = zone.instant(of: day.adding(seconds: until))
        return start < to && end > from && from < to ? from..<to : nil
      }
    }
  }
}
