import AlmanacModel
import AlmanacTime
import Testing

@testable import AlmanacIngest

@Suite struct ListingMapperTests {
  @Test(
    "An item without a required field is rejected, and the finding names the field",
    arguments: [
      (Entry.fixture(title: nil), "Q_NO_TITLE", "title"),
      (.fixture(title: " \n"), "Q_NO_TITLE", "title"),
      (.fixture(title: String(repeating: "a", count: 32_769)), "Q_FIELD_LEN", "32769 characters"),
      (.fixture(title: String(repeating: "\u{FDFA}", count: 1_821)), "Q_FIELD_LEN", "title"),
      (.fixture(start: nil), "Q_DATE_PARSE", "has no start"),
      (.fixture(start: nil) { $0.unreadable["start"] = "soon" }, "Q_DATE_PARSE", "start 'soon'"),
      (.fixture(start: nil) { $0.unreadable["timezone"] = "Mars" }, "Q_TZ", "time zone 'Mars'"),
      (.fixture(end: "2026-10-05T18:59:59Z"), "Q_DATE_RANGE", "before the start"),
      (.fixture(start: "1969-12-31"), "Q_DATE_RANGE", "the start 1969-12-31"),
      (
        .fixture(start: nil) { $0.unreadable["start"] = "0000-01-01T00:00:00Z" }, "Q_DATE_RANGE",
        "'0000-01-01T00:00:00Z' is not in the years"
      ),
      (
        .fixture(start: nil) { $0.unreadable["start"] = "+12026-03-05" }, "Q_DATE_RANGE",
        "the years 1970 to 2100"
      ),
      (
        .fixture(start: nil) { $0.unreadable["start"] = "2026-13-05" }, "Q_DATE_PARSE",
        "'2026-13-05' cannot be read"
      ),
      (
        .fixture(start: nil) { $0.unreadable["start"] = "0000-00-00" }, "Q_DATE_PARSE",
        "'0000-00-00' cannot be read"
      ),
      (.fixture(start: "2101-01-01"), "Q_DATE_RANGE", "the start 2101-01-01"),
      (.fixture(end: "9999-01-01"), "Q_DATE_RANGE", "the end 9999-01-01"),
      (.fixture { $0.unreadable["rrule"] = "FREQ=NEVER" }, "Q_RRULE_INVALID", "rule 'FREQ=NEVER'"),
      (
        .fixture {
          let rule = try? RecurrenceRule(parsing: "FREQ=WEEKLY")
          $0.recurrence.rules = (0..<51).compactMap { _ in rule }
        }, "Q_RRULE_LIMIT", "51 recurrence rules"
      ),
    ] as [(Entry, FindingCode, String)])
  func refuses(entry: Entry, code: FindingCode, words: String) {
    let error = #expect(throws: ListingError.self) {
      try ListingMapper.fixture().listing(from: entry)
    }
    #expect(error?.code == code)
    #expect(error?.severity == .warning)
    #expect(error?.description.contains(words) == true)
  }

  @Test(
    "An event without duration, an end on the same day and the first and last years are accepted")
  func boundaries() throws {
    let mapper = ListingMapper.fixture()
    #expect(try mapper.listing(from: .fixture(end: "2026-10-05T19:00:00Z")).end != nil)
    let longest = String(repeating: "é", count: 1_000)
    #expect(try mapper.listing(from: .fixture(title: longest)).title == longest)
    let endless = String(repeating: "é", count: 32_768)
    #expect(try mapper.listing(from: .fixture(title: endless)).title.count == 1_000)
    #expect(try mapper.listing(from: .fixture(start: "1970-01-01")).start.isDay)
    #expect(try mapper.listing(from: .fixture(start: "2100-12-31")).start.isDay)
  }

  @Test(
    "A blank venue gives a listing without a venue",
    arguments: ["-", "None", "n/a", "N/A", "null", "undefined", " ", "--"])
  func blankVenue(text: String) throws {
    let listing = try ListingMapper.fixture().listing(from: .fixture { $0.venue = text })
    #expect(listing.venue == nil)
  }

  @Test("A venue that is no placeholder is accepted", arguments: ["TBA", "Nonesuch Hall", "A"])
  func statedVenue(text: String) throws {
    let listing = try ListingMapper.fixture().listing(from: .fixture { $0.venue = text })
    #expect(listing.venue == text)
  }

  @Test("Floating times are read in the source's zone, and days stay days")
  func anchors() throws {
    let listing = try ListingMapper.fixture().listing(
      from: .fixture(start: "2026-10-05T19:00:00", end: "2026-10-05T20:00:00"))
    #expect(listing.start.description == "2026-10-05T19:00:00+08:00[Asia/Singapore]")
    #expect(listing.end?.description == "2026-10-05T20:00:00+08:00[Asia/Singapore]")
    #expect(try ListingMapper.fixture().listing(from: .fixture(start: "2026-10-05")).start.isDay)
  }

  @Test("The key is the id, else the link, else a hash of title and start")
  func keys() throws {
    let mapper = ListingMapper.fixture()
    #expect(try mapper.listing(from: .fixture()).id == "feed/one@example.edu")
    let linked = Entry.fixture(id: nil) { $0.link = "https://example.edu/1" }
    #expect(try mapper.listing(from: linked).key == "https://example.edu/1")
    let bare = try mapper.listing(from: .fixture(id: nil)).key
    #expect(bare.utf8.count == 12)
    #expect(try mapper.listing(from: .fixture(id: nil)).key == bare)
    #expect(try mapper.listing(from: .fixture(id: nil, title: "Walk")).key != bare)
    #expect(try mapper.listing(from: .fixture(id: nil, start: "2026-10-06")).key != bare)
  }

  @Test(
    "Global identifiers are distinguished from local ones",
    arguments: [
      ("one@example.edu", true), ("tag:example.edu,2026:1", true),
      ("https://example.edu/e/1", true),
      ("urn:uuid:1b4e28ba-2fa1-11d2-883f-0016d3cca427", true),
      ("1B4E28BA-2FA1-11D2-883F-0016D3CCA427", true),
      ("040000008200E00074C5B7101A82E00800000000", true),
      ("17", false), ("event-17", false), ("spring-concert-at-the-old-town-hall", false),
      ("@", false), ("a b@example.edu", false), ("", false),
    ])
  func globalIdentifiers(text: String, isGlobal: Bool) throws {
    #expect(GlobalIdentifier.isLikely(text) == isGlobal)
  }

  @Test(
    "The stricter visibility of event and source counts",
    arguments: [
      (nil, Visibility.public, Visibility.public), (.private, .public, .private),
      (.public, .private, .private), (.confidential, .private, .confidential),
      (nil, .private, .private), (.public, .public, .public),
    ] as [(Visibility?, Visibility, Visibility)])
  func visibility(stated: Visibility?, source: Visibility, result: Visibility) throws {
    let mapper = ListingMapper.fixture(.fixture(visibility: source))
    let entry = Entry.fixture { $0.visibility = stated }
    #expect(try mapper.listing(from: entry).visibility == result)
  }

  @Test("A source limited to facts publishes no text and no image")
  func facts() throws {
    let entry = Entry.fixture {
      $0.summary = "Short"
      $0.content = "Long"
      $0.html = "<p>Long</p>"
      $0.image = "https://example.edu/p.jpg"
    }
    let full = try ListingMapper.fixture().listing(from: entry)
    #expect(full.text == "Long" && full.html != nil && full.image != nil)
    let facts = try ListingMapper.fixture(.fixture(publishing: .facts)).listing(from: entry)
    #expect(facts.text == nil && facts.html == nil && facts.image == nil)
    #expect(facts.title == "Talk")
  }

  @Test("The source's kind, tags, campus and language are the listing's")
  func sourceFacts() throws {
    let mapper = ListingMapper.fixture(.fixture(tags: ["student", "free"]))
    let listing = try mapper.listing(from: .fixture { $0.tags = ["free", "talk"] })
    #expect(listing.tags == ["free", "talk", "student"])
    #expect(listing.kind == .community)
    #expect(listing.campus == "nus")
    #expect(listing.line == 7)
    let assembly = SeriesGrouper.assemble(
      [.fixture(), .fixture { ($0.id, $0.language) = ("other", "fr") }], mapper)
    #expect(assembly.listings.map(\.language) == ["en", "fr"])
  }

  @Test("A contact of many addresses is cut before the search for addresses")
  func manyAddresses() {
    let text = "Kim " + (0..<20_000).map { "a\($0)@example.edu" }.joined(separator: ", ") + ", Lee"
    #expect(MailAddresses.removed(from: text) == "Kim")
    // An address is never cut in two.
    for length in 0..<20 {
      let padded =
        String(repeating: "x", count: MailAddresses.longest - length) + " kim@example.edu"
      #expect(MailAddresses.removed(from: padded)?.contains("@") != true)
    }
    #expect(MailAddresses.removed(from: String(repeating: "x@", count: 9_000)) == nil)
  }

  @Test(
    "No mail address is published as an organizer or a contact",
    arguments: [
      ("kim@example.edu", nil), ("mailto:kim@example.edu", nil), ("<kim@example.edu>", nil),
      ("Email: kim@example.edu", nil), ("kim@example.edu (Kim Tan)", "Kim Tan"),
      ("Kim Tan <kim.tan+x@cs.example.edu>", "Kim Tan"), ("Kim Tan, kim@example.edu", "Kim Tan"),
      ("Kim (kim@example.edu), Lee (lee@example.edu)", "Kim, Lee"),
      ("Kim Tan kim@example.edu 555-1234", "Kim Tan 555-1234"),
      ("a@b.org.", nil), ("kim@example.edu; lee@example.edu", nil),
      ("Kim, kim@example.edu kim@example.edu, Lee", "Kim, Lee"),
      ("Café @ the Hub", "Café @ the Hub"), ("@chessclub", "@chessclub"), ("Chess", "Chess"),
      ("https://medium.example/@chess.club", "https://medium.example/@chess.club"),
    ] as [(String, String?)])
  func addresses(text: String, name: String?) throws {
    let listing = try ListingMapper.fixture().listing(
      from: .fixture {
        $0.organizer = text
        $0.contact = text
      })
    #expect(listing.organizer == name)
    #expect(listing.contact == name)
  }
}
