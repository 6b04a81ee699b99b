import AlmanacModel
import AlmanacTime
import Testing

extension EditionFixture {
  static let events = [exhibition, jazz, lectures, moved, openDay, webinar, yoga]

  static let inFoyer = Placement(
    place: "great-hall", name: "Great Hall", room: "GH-01-02", coordinate: hall.coordinate,
    confidence: 0.97, method: .alias)
  static let inLibrary = Placement(
    place: "library", name: library.name, coordinate: library.coordinate, confidence: 0.8,
    method: .fuzzy)

  /// An event in one evening, with all members set.
  static let jazz = Event(
    id: "jazz-night", campus: "hill", title: "Jazz Night: \"Blue, Green; Red\"",
    text: """
      Trio & friends play standards; doors open at 18:30, and the bar stays open.
      Bring your own \\ backslash. Schön laut – 東京の夜も、ずっと長い一行の中で折り返される文字列です。🎷🎷🎷
      """,
    html: "<p>Trio &amp; friends</p>", url: "https://hall.example/7",
    tags: ["music", "jazz, live"], audience: "public", price: "S$12.50", organizer: "Jazz Club",
    contact: "+65 6000 0000", image: "https://hall.example/7.jpg", language: "en",
    venue: "Great Hall, Foyer", placement: inFoyer, sourceCategories: ["Concerts"],
    occurrences: [
      Occurrence(
        start: time("2026-03-03T19:00:00+08:00[Asia/Singapore]"),
        end: time("2026-03-03T21:00:00+08:00[Asia/Singapore]"), weather: weather)
    ],
    listings: [
      ListingReference(id: "hall/7", source: "hall", url: "https://hall.example/7"),
      ListingReference(
        id: "clubs/jazz", source: "clubs", score: 0.91,
        evidence: ["same place and time", "title 0.93"]),
    ],
    aliases: ["jazz-trio"],
    categorization: Categorization(
      category: "arts", others: ["others"], confidence: 0.9, method: .table,
      reason: "publisher says Concerts"))

  /// Every Tuesday, with one date at another time and place, one cancelled and one excluded.
  static let yoga = Event(
    id: "morning-yoga", campus: "hill", title: "Morning Yoga", kind: .community,
    price: "Free", venue: "Foyer", placement: inFoyer,
    series: Series(
      start: time("2026-02-24T07:30:00+08:00[Asia/Singapore]"),
      end: time("2026-02-24T08:30:00+08:00[Asia/Singapore]"),
      recurrence: Recurrence(
        rules: rules("FREQ=WEEKLY;COUNT=6;BYDAY=TU"),
        exclusions: [time("2026-03-24T07:30:00+08:00[Asia/Singapore]")])),
    occurrences: [
      session("2026-02-24"), session("2026-03-03"),
      Occurrence(
        recurrenceID: time("2026-03-10T07:30:00+08:00[Asia/Singapore]"),
        start: time("2026-03-10T18:00:00+08:00[Asia/Singapore]"),
        end: time("2026-03-10T19:00:00+08:00[Asia/Singapore]"), title: "Evening Yoga",
        text: "By candlelight; bring a mat.", venue: "Library", placement: inLibrary, weather: dusk),
      session("2026-03-17", status: .cancelled), session("2026-03-31"),
    ],
    listings: [
      ListingReference(id: "clubs/yoga", source: "clubs", uid: "yoga@clubs.example")
    ],
    categorization: Categorization(
      category: "health-wellness", confidence: 0.7, method: .keywords, reason: "yoga"))

  static func session(_ day: String, status: EventStatus = .confirmed) -> Occurrence {
    Occurrence(
      recurrenceID: time("\(day)T07:30:00+08:00[Asia/Singapore]"),
      start: time("\(day)T07:30:00+08:00[Asia/Singapore]"),
      end: time("\(day)T08:30:00+08:00[Asia/Singapore]"), status: status)
  }

  /// Two days, cancelled, without a place.
  static let openDay = Event(
    id: "open-day", campus: "hill", title: "Open Day", status: .cancelled, venue: "All over",
    placement: Placement(abstaining: .unknown),
    occurrences: [Occurrence(start: time("2026-03-07"), end: time("2026-03-09"))],
    listings: [ListingReference(id: "hall/open", source: "hall")])

  /// Two dates without a rule; the second has no end.
  static let lectures = Event(
    id: "lectures", campus: "hill", title: "Two Lectures", venue: "Library",
    placement: inLibrary,
    occurrences: [
      Occurrence(
        start: time("2026-03-05T12:00:00"), end: time("2026-03-05T13:00:00")),
      Occurrence(start: time("2026-03-12T12:00:00")),
    ],
    listings: [ListingReference(id: "hall/lectures", source: "hall")])

  /// In another time zone, across a change to daylight saving time.
  static let webinar = Event(
    id: "webinar", campus: "hill", title: "Webinar", onlineURL: "https://meet.example/x",
    venue: "Online", placement: Placement(abstaining: .online),
    series: Series(
      start: time("2026-03-20T09:00:00+00:00[Europe/London]"),
      end: time("2026-03-20T10:00:00+00:00[Europe/London]"),
      recurrence: Recurrence(rules: rules("FREQ=WEEKLY;UNTIL=20260403T080000Z"))),
    occurrences: [
      ("2026-03-20", "+00:00"), ("2026-03-27", "+00:00"), ("2026-04-03", "+01:00"),
    ].map { day, offset in
      Occurrence(
        recurrenceID: time("\(day)T09:00:00\(offset)[Europe/London]"),
        start: time("\(day)T09:00:00\(offset)[Europe/London]"),
        end: time("\(day)T10:00:00\(offset)[Europe/London]"))
    },
    listings: [ListingReference(id: "clubs/web", source: "clubs")])

  /// In UTC, postponed.
  static let moved = Event(
    id: "moved-seminar", campus: "hill", title: "Seminar", status: .postponed,
    occurrences: [
      Occurrence(start: time("2026-03-04T02:00:00Z"), end: time("2026-03-04T03:00:00Z"))
    ],
    listings: [ListingReference(id: "clubs/moved", source: "clubs")])

  /// Several whole days, at a place without coordinates.
  static let exhibition = Event(
    id: "exhibition", campus: "hill", title: "Exhibition", transparency: .transparent,
    venue: "Annex",
    placement: Placement(place: "annex", name: "Annex", confidence: 0.9, method: .alias),
    occurrences: [Occurrence(start: time("2026-03-01"), end: time("2026-03-05"))],
    listings: [ListingReference(id: "hall/exhibition", source: "hall")])

  static func rules(_ text: String) -> [RecurrenceRule] {
    do {
      return [try RecurrenceRule(parsing: text)]
    } catch {
      Issue.record(error)
      return []
    }
  }
}
