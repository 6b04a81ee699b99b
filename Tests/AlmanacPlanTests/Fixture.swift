import AlmanacModel
import AlmanacPlan
import AlmanacTime

/// People and editions for these tests. The run time is Monday 5 October 2026, 08:00 UTC.
enum Fixture {
  static let now = Instant(rfc3339: "2026-10-05T08:00:00Z") ?? Instant(secondsSinceEpoch: 0)

  static func time(_ text: String) -> CalendarTime {
    CalendarTime("2026-10-\(text)") ?? .day(.min)
  }

  static func instant(_ text: String) -> Instant { time(text).instant(in: .utc) }

  /// A point `meters` north of the home.
  static func place(_ name: String, meters: Double = 0) -> PlanPlace? {
    Coordinate(latitude: 48 + meters / 111_195, longitude: 11).map {
      PlanPlace(name: name, coordinate: $0)
    }
  }

  static func occurrence(
    _ event: String, _ start: String, _ end: String? = nil, id: Int64 = 1,
    at place: PlanPlace? = nil,
    label: String? = nil
  ) -> PlanOccurrence {
    var occurrence = PlanOccurrence(
      id: id, event: event, title: "Title of \(event)", start: instant(start),
      startTime: time(start).anchored(in: .utc), modified: now)
    occurrence.end = end.map(instant)
    occurrence.endTime = end.map(time)
    occurrence.place = place
    occurrence.label = label
    return occurrence
  }

  static func person(_ change: (inout Person) -> Void = { _ in }) -> Person {
    var person = Person(id: "ada", zone: .utc)
    person.home = place("Home")
    change(&person)
    return person
  }

  static func fixed(
    _ id: String, _ start: String, _ end: String, at place: PlanPlace? = nil
  ) -> OwnEvent {
    var event = OwnEvent(
      id: id, title: "Own \(id)", timing: .fixed(TimeSpan(start: time(start), end: time(end))))
    event.place = place
    return event
  }

  static func flexible(
    _ id: String, _ earliest: String, _ latest: String, minutes: Int, planned: String? = nil,
    bounds: (String, String)? = nil
  ) -> OwnEvent {
    var times = FlexibleTime(
      earliest: time(earliest), latest: time(latest), duration: minutes * 60)
    times.planned = planned.map(time)
    times.bounds = bounds.map { TimeSpan(start: time($0.0), end: time($0.1)) }
    return OwnEvent(id: id, title: "Own \(id)", timing: .flexible(times))
  }

  static func agenda(
    _ person: Person, _ occurrences: [PlanOccurrence] = [], previous: [String: Instant] = [:],
    now: Instant = now, rides: [RideQuote] = [], network: AgendaPlanner.Network? = nil
  ) -> Agenda {
    AgendaPlanner(
      edition: PlanEdition(occurrences: occurrences), now: now, rides: rides, network: network
    ).agenda(of: person, previous: previous)
  }
}
