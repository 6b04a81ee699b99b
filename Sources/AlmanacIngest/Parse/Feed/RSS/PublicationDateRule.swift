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

  /// What is to be done with the dates of a feed.
  enum Verdict {
    /// Nothing: the items have their own times, or no dates at all.
    case none
    case news
    case starts
  }

  func verdict(on dates: PublicationDates) -> Verdict {
    guard dates.areThere, !dates.areStated else { return .none }
    return hold(dates) ? .starts : .news
  }

  private func hold(_ dates: PublicationDates) -> Bool {
    let program = generator?.lowercased() ?? ""
    if program.contains("localist") { return true }
    guard let built = built?.instant(in: dates.zone ?? .utc) else {
      return !Self.writersOfPosts.contains(where: program.contains) && !dates.fall
    }
    return dates.latest.map { $0 > built } ?? false
  }

  /// Programs whose items are posts. Those among them that say when the feed was built are judged by
  /// that, as calendars are plugged into them.
  private static let writersOfPosts = [
    "wordpress", "ghost", "medium", "drupal", "blogger", "tumblr", "typepad", "movable type",
    "squarespace", "site-server", "wix", "substack", "jekyll", "hugo", "gatsby", "eleventy",
    "pelican", "joomla", "feedburner", "mailchimp",
  ]

  /// Localist writes whole days as midnight; a midnight of the publisher's own clocks is a day: of
  /// the offset it states, or of the source's zone where it writes GMT.
  fileprivate static func start(_ time: CalendarTime, zone: Zone?) -> CalendarTime {
    guard case .zoned(let stated) = time else { return time }
    let local =
      stated.offset != 0 ? stated.local : zone?.civil(at: stated.instant) ?? stated.local
    let isKnown = zone != nil || stated.offset != 0
    return isKnown && local == CivilDateTime(startOf: local.date) ? .day(local.date) : time
  }
}

extension PublicationDateRule.Verdict {
  var finding: Finding? {
    switch self {
    case .none: nil
    case .news:
      Finding(
        "W_NO_EVENT_TIMES", severity: .warning,
        message: "the items state when they were written, not when something happens; "
          + "map the field that does in feed.yaml")
    case .starts:
      Finding(
        "W_START_FROM_PUBDATE",
        message: "the feed names no times of events; its pubDate was taken for the start")
    }
  }

  /// The entry with its start.
  func applied(to entry: consuming Entry, _ zone: Zone?) -> Entry {
    guard case .starts = self else { return entry }
    entry.start = entry.published.map { PublicationDateRule.start($0, zone: zone) }
    // What the start was to be read from, for the finding.
    if entry.start == nil { entry.unreadable["start"] = entry.unreadable["published"] }
    return entry
  }
}

/// What the pubDates of a feed's items say together, while they come.
struct PublicationDates {
  /// That of times that state none.
  let zone: Zone?
  /// Whether some item has a start of its own, readable or not.
  private(set) var areStated = false
  /// Whether some item has a date at all.
  private(set) var areThere = false
  private(set) var latest: Instant?
  private var last: Instant?
  private var rises = 0
  private var falls = 0

  init(zone: Zone?) { self.zone = zone }

  /// Whether they fall from item to item more often than they rise.
  var fall: Bool { falls > rises }

  mutating func note(_ entry: borrowing Entry) {
    guard !areStated else { return }
    areStated = entry.start != nil || entry.unreadable["start"] != nil
    guard let moment = entry.published?.instant(in: zone ?? .utc) else { return }
    areThere = true
    if let last, moment > last { rises += 1 }
    if let last, moment < last { falls += 1 }
    last = moment
    latest = latest.map { max($0, moment) } ?? moment
  }
}
