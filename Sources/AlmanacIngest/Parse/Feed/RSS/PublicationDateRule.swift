import AlmanacModel
import AlmanacTime

/// When the pubDate of RSS items is the start of the events.
///
/// RSS has no element for when something happens. Calendars that publish RSS without an event
/// vocabulary (Localist, and those who write feeds by hand) put the event's time into pubDate; all
/// others state when the item was written. So pubDate becomes the start only where
/// 1. no item of the feed has a start of its own, readable or not, and
/// 2. the generator is one of those calendars, or some pubDate lies after the feed was built:
///    nothing is written after the feed that holds it; or the feed does not say when it was built
///    and nothing else tells that it is news: its generator writes no posts, and its pubDates do
///    not fall from item to item more often than they rise.
///
/// News comes newest first, calendars tell what is next: all captured calendars that use pubDate
/// rise (Oregon State's Localist of June 2019 three times, Davis's of August 2026 452 times) and
/// none ever falls. A single item without a build time still passes for an event.
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
    let program = generator?.lowercased() ?? ""
    if program.contains("localist") { return true }
    let moments = entries.compactMap { $0.published?.instant(in: zone) }
    guard let built = built?.instant(in: zone) else {
      return !Self.writersOfPosts.contains(where: program.contains) && !Self.falls(moments)
    }
    return moments.contains { $0 > built }
  }

  /// Programs whose items are posts. Those among them that say when the feed was built are judged by
  /// that, as calendars are plugged into them.
  private static let writersOfPosts = [
    "wordpress", "ghost", "medium", "drupal", "blogger", "tumblr", "typepad", "movable type",
    "squarespace", "site-server", "wix", "substack", "jekyll", "hugo", "gatsby", "eleventy",
    "pelican", "joomla", "feedburner", "mailchimp",
  ]

  private static func falls(_ moments: [Instant]) -> Bool {
    let steps = zip(moments, moments.dropFirst())
    return steps.count { $0 > $1 } > steps.count { $0 < $1 }
  }

  /// Localist writes whole days as midnight; a midnight of the publisher's own clocks is a day: of
  /// the offset it states, or of the source's zone where it writes GMT.
  private static func start(_ time: CalendarTime, zone: Zone?) -> CalendarTime {
    guard case .zoned(let stated) = time else { return time }
    let local =
      stated.offset != 0 ? stated.local : zone?.civil(at: stated.instant) ?? stated.local
    let isKnown = zone != nil || stated.offset != 0
    return isKnown && local == CivilDateTime(startOf: local.date) ? .day(local.date) : time
  }
}
