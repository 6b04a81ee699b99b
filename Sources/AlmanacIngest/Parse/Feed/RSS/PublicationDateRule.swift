import AlmanacModel
import AlmanacTime

/// Decides whether the `pubDate` of RSS items is the start of an event.
///
/// RSS has no element for event times. Calendars that publish RSS without an event vocabulary, such
/// as Localist, put the event's time into `pubDate`; all others put the time of writing there.
/// `pubDate` is the start only if both conditions hold:
///
/// 1. No item of the feed has a start of its own, readable or not. 2. The generator is such a
/// calendar; or some `pubDate` is after the feed's build time; or the feed has no build time, its
/// generator writes no posts, and its `pubDate`s do not fall from item to item more often than they
/// rise.
///
/// News is listed newest first, calendars in ascending order. In all captured calendars that use
/// `pubDate`, it rises (Oregon State's Localist of June 2019 three times, Davis's of August 2026
/// 452 times) and never falls. A single item without a build time counts as an event.
///
/// The document reports the decision as `W_START_FROM_PUBDATE` or `W_NO_EVENT_TIMES`.
struct PublicationDateRule {
  let built: CalendarTime?
  let generator: String?

  /// How the dates of a feed are used.
  enum Verdict {
    /// Not at all: the items have their own times, or no dates.
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

  /// Programs whose items are posts. If such a feed has a build time, that decides, because
  /// calendars exist as plugins.
  private static let writersOfPosts = [
    "wordpress", "ghost", "medium", "drupal", "blogger", "tumblr", "typepad", "movable type",
    "squarespace", "site-server", "wix", "substack", "jekyll", "hugo", "gatsby", "eleventy",
    "pelican", "joomla", "feedburner", "mailchimp",
  ]

  /// Returns a midnight as a whole day, as Localist writes it. The local time is that of the
  /// offset, or of the source's zone if the time is in GMT.
  fileprivate static func start(_ time: CalendarTime, zone: Zone?) -> CalendarTime {
    guard case .zoned(let time) = time else { return time }
    let local = time.offset != 0 ? time.local : zone?.civil(at: time.instant) ?? time.local
    let isKnown = zone != nil || time.offset != 0
    let isMidnight = local == CivilDateTime(startOf: local.date)
    return isKnown && isMidnight ? .day(local.date) : .zoned(time)
  }
}

extension PublicationDateRule.Verdict {
  var finding: Finding? {
    switch self {
    case .none: nil
    case .news:
      Finding(
        "W_NO_EVENT_TIMES", severity: .warning,
        message: "the items have the time when they were written, but no event times; "
          + "map the field that does in feed.yaml")
    case .starts:
      Finding(
        "W_START_FROM_PUBDATE",
        message: "the feed has no event times; its pubDate was taken as the start")
    }
  }

  /// Sets the start of an entry.
  func apply(to entry: inout Entry, _ zone: Zone?) {
    guard case .starts = self else { return }
    entry.start = entry.published.map { PublicationDateRule.start($0, zone: zone) }
    // Report the text from which the start was to be read.
    if entry.start == nil { entry.unreadable["start"] = entry.unreadable["published"] }
  }
}

/// The `pubDate`s of a feed's items, item by item.
struct PublicationDates {
  /// The zone of times without one.
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

  /// Whether dates fall from item to item more often than they rise.
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
