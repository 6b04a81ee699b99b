import AlmanacModel
import AlmanacTime

/// Maps VEVENTs (RFC 5545, section 3.6.1) to entries.
struct EventMapper {
  private(set) var times: EventTimeReader
  private let context: ReadingContext

  init(zones: CalendarZones, context: ReadingContext) {
    times = EventTimeReader(zones: zones)
    self.context = context
  }

  /// - Parameter calendar: The number of the VCALENDAR that contains the event.
  mutating func entry(of component: ICalComponent, in calendar: Int) -> Entry {
    times.zones.enter(calendar: calendar)
    var event = VEventParser(context: context)
    event.entry.line = component.line
    for line in component.properties { event.take(line) }
    // VLOCATION: RFC 9073, section 7.2.
    for place in component.components where place.name == "VLOCATION" {
      for line in place.properties { event.takePlace(line) }
    }
    if component.isCut {
      event.entry.note("W_TOO_MANY", "the event has more properties than are read")
    }
    return event.finish(&times)
  }
}
