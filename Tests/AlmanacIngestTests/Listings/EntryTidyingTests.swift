import AlmanacModel
import AlmanacTime
import Testing

@testable import AlmanacIngest

@Suite struct EntryTidyingTests {
  private func read(_ title: String, _ change: (inout Entry) -> Void = { _ in }) -> Listing? {
    SeriesGrouper.assemble([.fixture(title: title, change)], .fixture()).listings.first
  }

  @Test(
    "An end that is the default of a date type is unknown; another impossible end rejects the event",
    arguments: [
      ("1970-01-01T00:00:00Z", true), ("0001-01-01T00:00:00Z", true), ("1900-01-01", true),
      ("9999-12-31T23:59:59Z", true), ("9999-12-31T19:00:00Z", false),
      ("2026-10-04T19:00:00Z", false),
    ])
  func defaultEnd(end: String, isAccepted: Bool) {
    let listing = read("Talk") { $0.end = CalendarTime(end) }
    #expect((listing != nil) == isAccepted)
    #expect(listing?.end == nil)
  }

  @Test(
    "A marker in a title becomes the status and is removed",
    arguments: [
      ("[CANCELLED] Organ Recital", "Organ Recital", .cancelled),
      ("Organ Recital [canceled]", "Organ Recital", .cancelled),
      ("(Cancelled) Organ Recital", "Organ Recital", .cancelled),
      ("CANCELLED: Organ Recital", "Organ Recital", .cancelled),
      ("Cancelled - Organ Recital", "Organ Recital", .cancelled),
      ("Organ Recital – CANCELED!", "Organ Recital", .cancelled),
      ("*CANCELLED* Organ Recital", "Organ Recital", .cancelled),
      ("CANCELLED Organ Recital", "Organ Recital", .cancelled),
      ("Organ Recital CANCELLED", "Organ Recital", .cancelled),
      ("Orgelkonzert - ABGESAGT -", "Orgelkonzert", .cancelled),
      ("FÄLLT AUS: Orgelkonzert", "Orgelkonzert", .cancelled),
      ("[Annulé] Récital", "Récital", .cancelled), ("CANCELADO: Recital", "Recital", .cancelled),
      ("ANNULLATO - Concerto", "Concerto", .cancelled),
      ("Concert (geannuleerd)", "Concert", .cancelled),
      ("ODWOŁANE: Koncert", "Koncert", .cancelled), ("ОТМЕНЕНО: Концерт", "Концерт", .cancelled),
      ("[POSTPONED] Organ Recital", "Organ Recital", .postponed),
      ("Orgelkonzert (verschoben)", "Orgelkonzert", .postponed),
      ("Récital | REPORTÉ", "Récital", .postponed), ("Отменено: Концерт", "Концерт", .cancelled),
      ("Entfällt – Orgelkonzert", "Orgelkonzert", .cancelled),
      ("【CANCELLED】Organ Recital", "Organ Recital", .cancelled),
      ("ABGESAGT–Orgelkonzert", "Orgelkonzert", .cancelled),
    ] as [(String, String, EventStatus)])
  func markers(written: String, title: String, status: EventStatus) throws {
    let listing = try #require(read(written))
    #expect(listing.title == title)
    #expect(listing.status == status)
  }

  @Test(
    "Words that only resemble a marker stay in the title",
    arguments: [
      "Cancelled Stamps of the Empire", "How the show was cancelled", "CANCELLED", "[Cancelled]",
      "The Postponed Wedding", "CANCELLED STAMPS", "Absage an die Moderne: ein Vortrag",
      "Talk (why Firefly was cancelled)",
    ])
  func names(title: String) throws {
    let listing = try #require(read(title))
    #expect(listing.title == title)
    #expect(listing.status == .confirmed)
  }

  @Test("A status field takes precedence over a marker in the title")
  func ownStatus() throws {
    let listing = try #require(read("[CANCELLED] Recital") { $0.status = .postponed })
    #expect(listing.status == .postponed && listing.title == "Recital")
  }

  @Test("A marked instance is cancelled and keeps the series' title")
  func override() throws {
    let assembly = SeriesGrouper.assemble(
      [
        .fixture(start: "2026-01-05T19:00:00Z") {
          $0.recurrence.rules = [RecurrenceRuleFixture.weekly].compactMap(\.self)
        },
        .fixture(title: "CANCELLED: Talk", start: "2026-01-12T19:00:00Z") {
          $0.recurrence.recurrenceID = $0.start
        },
      ], .fixture())
    let override = try #require(assembly.listings.first?.overrides.first)
    #expect(override.status == .cancelled)
    #expect(override.title == nil)
  }

  @Test(
    "Text escaped repeatedly is resolved, and percentages stay",
    arguments: [
      ("Salt %26 Pepper", "Salt & Pepper"), ("Salt%20%26%20Pepper", "Salt & Pepper"),
      ("Rock%27n%27Roll", "Rock'n'Roll"), ("Caf%C3%A9 Night", "Café Night"),
      ("100%25 Rock", "100% Rock"), ("50%26 off", "50%26 off"), ("Save 20%20", "Save 20%20"),
      ("%41bc", "%41bc"), ("100% Rock", "100% Rock"), ("20 %", "20 %"),
      ("Salt &amp; Pepper", "Salt & Pepper"), ("Salt &amp;#038; Pepper", "Salt & Pepper"),
      ("It&#8217;s &quot;on&quot;", "It’s \"on\""), ("R&D; or Q&A", "R&D; or Q&A"),
    ])
  func escapes(written: String, title: String) throws {
    #expect(try #require(read(written)).title == title)
  }

  @Test("A meeting link beside a room becomes the online address, and the room stays")
  func roomAndLink() throws {
    let mixed = try #require(
      read("Talk") { $0.venue = "Room 204 / https://campus.zoom.us/j/99?pwd=x" })
    #expect(mixed.venue == "Room 204")
    #expect(mixed.onlineURL == "https://campus.zoom.us/j/99?pwd=x")
    let hall = try #require(read("Talk") { $0.venue = "Hall, https://hall.example/way" })
    #expect(hall.venue == "Hall, https://hall.example/way")
    #expect(hall.onlineURL == nil)
    let online = try #require(read("Talk") { $0.venue = "https://meet.google.com/abc" })
    #expect(online.venue == "https://meet.google.com/abc")
    #expect(online.onlineURL == "https://meet.google.com/abc")
  }

  @Test(
    "A meeting address without a scheme becomes the online address",
    arguments: [
      ("zoom.us/j/4711", "zoom.us/j/4711", "https://zoom.us/j/4711"),
      ("Room 5 or uni.webex.com/meet/lee", "Room 5", "https://uni.webex.com/meet/lee"),
      ("Lab 2, youtu.be/k3x.", "Lab 2", "https://youtu.be/k3x"), ("Hall 3/4, St. Mary", nil, nil),
      ("hall.example/zoom.us/", nil, nil), ("Hall/zoom.us/j/7", "Hall", "https://zoom.us/j/7"),
      ("会议zoom.us/j/8", "会议", "https://zoom.us/j/8"), ("échozoom.us/j/9", nil, nil),
      ("zoom.us/j/1 zoom.us/j/12", "zoom.us/j/1 zoom.us/j/12", "https://zoom.us/j/1"),
      ("Hall B and online via https://zoom.us/j/5", "Hall B", "https://zoom.us/j/5"),
      (
        "Hall B (https://maps.example/b) https://zoom.us/j/5", "Hall B (https://maps.example/b)",
        "https://zoom.us/j/5"
      ),
    ] as [(String, String?, String?)])
  func schemeless(written: String, venue: String?, address: String?) throws {
    let listing = try #require(read("Talk") { $0.venue = written })
    #expect(listing.venue == venue ?? written)
    #expect(listing.onlineURL == address)
  }

  @Test(
    "The time to search a venue for links is linear",
    arguments: ["a-", "a.", "/", "a/", "https://", "zoom.us/j/ "])
  func longVenue(part: String) {
    // A regular expression took minutes.
    let venue = "https://zoom.us/j/5 " + String(repeating: part, count: 60_000 / part.utf8.count)
    #expect(OnlineVenue(in: venue)?.address == "https://zoom.us/j/5")
  }

  @Test("A place and a virtual location are both read in any order")
  func mixedAttendance() {
    let place = #"{"@type": "Place", "name": "Room 204"}"#
    let room = #"{"@type": "VirtualLocation", "@id": "https://live.example/1"}"#
    for list in ["\(place), \(room)", "\(room), \(place)"] {
      let entry = LinkedData.event(
        "\"eventAttendanceMode\": \"https://schema.org/MixedEventAttendanceMode\", \"location\": [\(list)]"
      )
      #expect(entry.venue == "Room 204")
      #expect(entry.onlineURL == "https://live.example/1")
    }
    let beside = LinkedData.event(
      #""location": {"@type": "Place", "name": "Room 204", "url": "https://campus.zoom.us/j/9"}"#)
    let page = FeedReading.read(
      "<html><body><div class=h-event><b class=p-name>x</b><i class=dt-start>2026-03-05</i>"
        + "<p class=p-location>Room 204 <a href='https://campus.zoom.us/j/7'>video</a></p></div></body></html>"
    )
    #expect(page.first.onlineURL == "https://campus.zoom.us/j/7")
    #expect(beside.venue == "Room 204" && beside.onlineURL == "https://campus.zoom.us/j/9")
  }
}

private enum RecurrenceRuleFixture {
  static var weekly: RecurrenceRule? { try? RecurrenceRule(parsing: "FREQ=WEEKLY;COUNT=10") }
}
