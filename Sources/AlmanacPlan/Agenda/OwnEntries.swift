import AlmanacModel
import AlmanacTime

/// An event of a schedule.
struct ScheduleCandidate {
  var entry: AgendaEntry
  /// The earliest start.
  var lower: Instant
  /// The latest end.
  var upper: Instant
  /// Seconds.
  var duration: Int
  /// The current start of a flexible event; nil: none.
  var planned: Instant?
}

/// Checks a person's own events and expands repeated ones.
struct OwnEntries {
  let person: Person
  let now: Instant
  let zones: ZoneDatabase
  /// Starts of flexible events in the last run, by key.
  let previous: [String: Instant]
  private(set) var candidates: [ScheduleCandidate] = []
  /// Entries that take no time in the schedule: past ones, whole days, and transparent ones.
  private(set) var entries: [AgendaEntry] = []
  /// Keys of flexible events that no longer fit in what is left of their bounds.
  private(set) var unplaced: [String] = []
  /// Ids of events whose times are invalid, with the cause.
  private(set) var invalid: [(key: String, cause: PlanCause)] = []

  init(person: Person, now: Instant, zones: ZoneDatabase, previous: [String: Instant]) {
    self.person = person
    self.now = now
    self.zones = zones
    self.previous = previous
  }

  /// Fills `candidates`, `entries`, `unplaced` and `invalid`.
  mutating func expand() {
    for event in person.events.sorted(by: { $0.id < $1.id }) {
      if let mistake = Self.invalidData(in: event.timing, zone: person.zone) {
        invalid.append((event.id, .invalidData(mistake)))
      } else if let repetition = event.repetition {
        expand(event, repetition)
      } else {
        add(event, key: event.id, isRepeated: false)
      }
    }
  }

  /// The first mistake in the times of an event; nil: none.
  static func invalidData(in timing: OwnEvent.Timing, zone: Zone) -> PlanCause.InvalidData? {
    switch timing {
    case .fixed(let span):
      return span.end.instant(in: zone) <= span.start.instant(in: zone) ? .endBeforeStart : nil
    case .flexible(let time):
      let (earliest, latest) = (time.earliest.instant(in: zone), time.latest.instant(in: zone))
      if let bounds = time.bounds,
        bounds.end.instant(in: zone) <= bounds.start.instant(in: zone)
      {
        return .endBeforeStart
      }
      if latest.seconds(since: earliest) < time.duration { return .boundsTooStrict }
      if let bounds = time.bounds,
        earliest < bounds.start.instant(in: zone) || latest > bounds.end.instant(in: zone)
      {
        return .boundsOutside
      }
      return nil
    }
  }

  /// Adds the instances of a repeated event from yesterday to the end of the plan.
  ///
  /// The times of an instance are those of the event, moved by whole days of local time.
  private mutating func expand(_ event: OwnEvent, _ repetition: Repetition) {
    let anchor =
      switch event.timing {
      case .fixed(let span): span.start
      case .flexible(let time): time.earliest
      }
    let today = person.zone.civil(at: now).date
    let series = RecurrenceSet(start: .day(anchor.date), rules: [repetition.rule])
    let expansion = series.occurrences(
      from: person.zone.startOfDay(today.adding(days: -1)),
      to: person.zone.startOfDay(today.adding(days: AgendaPlanner.days)),
      zone: person.zone, zones: zones, limit: 1_000)
    for start in expansion.starts where !repetition.exceptions.contains(start.date) {
      let shift = CalendarDuration(days: start.date.dayNumber - anchor.date.dayNumber)
      func moved(_ time: CalendarTime) -> CalendarTime { time.adding(shift, zones: zones) }
      var instance = event
      switch event.timing {
      case .fixed(let span):
        instance.timing = .fixed(TimeSpan(start: moved(span.start), end: moved(span.end)))
      case .flexible(var time):
        time.earliest = moved(time.earliest)
        time.latest = moved(time.latest)
        time.planned = time.planned.map(moved)
        instance.timing = .flexible(time)
      }
      add(instance, key: "\(event.id)@\(start.date)", isRepeated: true)
    }
  }

  private mutating func add(_ event: OwnEvent, key: String, isRepeated: Bool) {
    let zone = person.zone
    var content = AgendaEntry.Content(key: key, kind: .own, event: event.id, title: event.title)
    content.venue = event.venue ?? event.place?.name
    content.place = event.place
    content.isTentative = event.isTentative
    content.details = event.details
    content.isRepeated = isRepeated
    switch event.timing {
    case .fixed(let span):
      content.isBusy = !span.start.isDay && !event.isTransparent
      let entry = AgendaEntry(
        content, start: span.start.instant(in: zone), end: span.end.instant(in: zone),
        startTime: span.start.anchored(in: zone), endTime: span.end.anchored(in: zone))
      guard entry.isBusy, entry.end > now else {
        entries.append(entry)
        return
      }
      candidates.append(
        ScheduleCandidate(
          entry: entry, lower: entry.start, upper: entry.end,
          duration: entry.end.seconds(since: entry.start), planned: nil))
    case .flexible(let time):
      content.isFlexible = true
      add(content, time)
    }
  }

  private mutating func add(_ content: AgendaEntry.Content, _ time: FlexibleTime) {
    let zone = person.zone
    let lower = time.earliest.instant(in: zone)
    let upper = time.latest.instant(in: zone)
    var planned = time.planned?.instant(in: zone) ?? previous[content.key]
    if let start = planned, start < lower || start + time.duration > upper { planned = nil }
    let entry = AgendaEntry(
      content, start: lower, end: upper, startTime: time.earliest, endTime: time.latest
    ).placed(at: planned ?? lower, seconds: time.duration, in: zone)
    if planned != nil, entry.end <= now {
      entries.append(entry)
      return
    }
    // An event that has started is not moved, and no event is placed in the past.
    let hasStarted = planned.map { $0 < now } ?? false
    let earliest = hasStarted ? planned ?? lower : max(lower, nextMinute)
    guard earliest + time.duration <= upper else {
      if upper > now { unplaced.append(content.key) }
      return
    }
    candidates.append(
      ScheduleCandidate(
        entry: entry, lower: earliest,
        upper: hasStarted ? earliest + time.duration : upper, duration: time.duration,
        planned: planned))
  }

  /// The run time, rounded up to a minute.
  private var nextMinute: Instant {
    let seconds = Int(now.secondsSinceEpoch % 60)
    return seconds == 0 ? now : now + (60 - seconds)
  }
}
