import AlmanacModel
import AlmanacTime

/// Turns VEVENTs (RFC 5545 section 3.6.1) into entries.
struct EventMapper {
  private(set) var times: EventTimeReader
  private let context: ReadingContext

  init(zones: CalendarZones, context: ReadingContext) {
    times = EventTimeReader(zones: zones)
    self.context = context
  }

  /// - Parameter calendar: the number of the VCALENDAR that contains the event.
  mutating func entry(of component: ICalComponent, in calendar: Int) -> Entry {
    times.zones.enter(calendar: calendar)
    var draft = VEventParser(context: context)
    draft.entry.line = component.line
    for line in component.properties { draft.take(line) }
    // RFC 9073 section 7.2.
    for place in component.components where place.name == "VLOCATION" {
      for line in place.properties { draft.takePlace(line) }
    }
    if component.isCut {
      draft.entry.problems.append(
        Finding(
          "W_TOO_MANY", message: "the event has more properties than are read", line: component.line
        ))
    }
    return draft.finish(&times)
  }
}
