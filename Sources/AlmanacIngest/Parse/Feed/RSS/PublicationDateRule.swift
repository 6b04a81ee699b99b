import AlmanacModel
import AlmanacTime

/// When the pubDate of RSS items is the start of the events.
///
/// RSS has no element for when something happens. Calendars that publish RSS without an event
/// vocabulary (Localist, and those who write feeds by hand) put the event's time into pubDate; all
/// others state when the item was written. So pubDate becomes the start only where
/// 1. no item of the feed has a start of its own, readable or not, and
/// 2. the generator is one of those calendars, or the feed does not say when it was built, or some
///    pubDate lies after that: nothing is written after the feed that holds it.
///
/// Either way the document says so, as `W_START_FROM_PUBDATE` or `W_NO_EVENT_TIMES`.
struct PublicationDateRule {
  let built: CalendarTime?
  let generator: String?

  /// Sets the starts; nil where the items have their own.
  func apply(to entries: inout [Entry], zone: Zone?) -> Finding? {
    guard !entries.isEmpty, entries.contains(where: { $0.published != nil }),
      entries.allSatisfy({ $0.start == nil && $0.unreadable["start"] == nil })
    else { return nil }
    guard holds(for: entries, zone: zone ?? .utc) else {
      return Finding(
        "W_NO_EVENT_TIMES", severity: .warning,
        message: "the items state when they were written, not when something happens; "
          + "map the field that does in feed.yaml")
    }
    for index in entries.indices {
      entries[index].start = entries[index].published.map { Self.start($0, zone: zone) }
    }
    return Finding(
      "W_START_FROM_PUBDATE",
      message: "the feed names no times of events; its pubDate was taken for the start")
  }

  private func holds(for entries: [Entry], zone: Zone) -> Bool {
    if generator?.lowercased().contains("localist") == true { return true }
    guard let built = built?.instant(in: zone) else { return true }
    return entries.contains { entry in
      entry.published.map { $0.instant(in: zone) > built } ?? false
    }
  }

  /// Localist writes whole days as midnight; a midnight of the source's own clocks is a day.
  private static func start(_ time: CalendarTime, zone: Zone?) -> CalendarTime {
    guard case .zoned(let stated) = time else { return time }
    let local = zone.map { $0.civil(at: stated.instant) } ?? stated.local
    let isKnown = zone != nil || stated.offset != 0
    return isKnown && local == CivilDateTime(startOf: local.date) ? .day(local.date) : time
  }
}
