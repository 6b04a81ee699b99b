import AlmanacModel
import AlmanacTime
import Testing

@testable import AlmanacIngest

@Suite struct SchemaEventTests {
  @Test(
    "startDate and endDate are read, with an inclusive last day",
    arguments: [
      ("\"startDate\": \"2026-03-03\"", "2026-03-03", nil),
      ("\"startDate\": \"2026-03-03\", \"endDate\": \"2026-03-05\"", "2026-03-03", "2026-03-06"),
      (
        "\"startDate\": \"2026-03-03T19:00Z\", \"endDate\": \"2026-03-03T21:00Z\"",
        "2026-03-03T19:00:00Z", "2026-03-03T21:00:00Z"
      ),
      ("\"startDate\": \"2026-03-03T19:00\"", "2026-03-03T19:00:00+08:00", nil),
      (
        "\"startDate\": \"2026-03-03T19:00\", \"duration\": \"PT90M\"", "2026-03-03T19:00:00+08:00",
        "2026-03-03T20:30:00+08:00"
      ),
      (
        "\"startDate\": \"2026-03-03T00:00:00+08:00\", \"endDate\": \"2026-03-04T23:59:59+08:00\"",
        "2026-03-03", "2026-03-05"
      ),
      (
        "\"startDate\": \"2026-03-03T19:00&#43;01:00\", \"endDate\": \"2026-03-03T21:00&#x2B;01:00\"",
        "2026-03-03T19:00:00+01:00", "2026-03-03T21:00:00+01:00"
      ),
      ("\"doorTime\": \"2026-03-03T18:30:00+08:00\"", "2026-03-03T18:30:00+08:00", nil),
    ] as [(String, String, String?)])
  func times(members: String, start: String, end: String?) {
    let entry = LinkedData.undated(members, zone: "Asia/Singapore").first
    #expect(entry.start?.publicText == start)
    #expect(entry.end?.publicText == end)
  }

  @Test("The type may be in lower case")
  func lowerCase() {
    let text = """
      {"@context": "https://schema.org", "@type": "event", "name": "Tea", "startDate": "2026-05-04"}
      """
    #expect(LinkedData.read(text).entries.map(\.title) == ["Tea"])
    #expect(LinkedData.read(text).first.categories.isEmpty)
  }

  @Test("A schedule over several days without repetition is one event")
  func schedule() {
    let entry = LinkedData.undated(
      """
      "eventSchedule": {"startDate": "2026-05-04", "endDate": "2026-05-05", "startTime": "13:45",
      "endTime": "21:00", "scheduleTimezone": "Europe/London"}
      """
    ).first
    #expect(entry.start?.publicText == "2026-05-04T13:45:00+01:00")
    #expect(entry.end?.publicText == "2026-05-05T21:00:00+01:00")
    let days = LinkedData.undated(
      "\"eventSchedule\": {\"startDate\": \"2026-05-04\", \"endDate\": \"2026-05-05\"}")
    #expect(days.first.end?.publicText == "2026-05-06")
  }

  @Test(
    "A part of an event inherits its name and place, and ages are an audience")
  func parts() {
    let feed = LinkedData.undated(
      """
      "startDate": "2026-05-04", "location": "Hall", "typicalAgeRange": "7-12", "subEvent": [
      {"@type": "Event", "startDate": "2026-05-04T10:00Z"},
      {"@type": "Event", "startDate": "2026-05-04T12:00Z", "name": "Cake", "location": "Foyer"}]
      """)
    #expect(feed.entries.map(\.title) == ["Tea", "Tea", "Cake"])
    #expect(feed.entries.map(\.venue) == ["Hall", "Hall", "Foyer"])
    #expect(feed.entries.map(\.audience) == ["7-12", nil, nil])
  }

  @Test("The place of an event may be its container, or an organization with an address")
  func eventsOfPlaces() {
    let event = """
      {"@type": "Event", "name": "Chess", "startDate": "2026-05-04T19:00Z"}
      """
    let feed = LinkedData.read(
      """
      {"@context": "https://schema.org", "@graph": [
      {"@type": "Place", "name": "Old Mill", "event": [\(event),
      {"@type": "Event", "name": "Go", "startDate": "2026-05-05", "location": "Loft"}]},
      {"@type": "Library", "name": "East Library", "address": "2 Quay", "events": \(event)},
      {"@type": "Organization", "name": "Club", "location": "Shed", "event": \(event)},
      {"@type": "Organization", "name": "Choir", "event": \(event)}]}
      """)
    #expect(feed.entries.map(\.venue) == ["Old Mill", "Loft", "East Library", "Shed", nil])
    #expect(feed.entries.map(\.address) == [nil, nil, "2 Quay", nil, nil])
  }

  @Test("Several starts are the dates of one event, one a day")
  func severalStarts() {
    let entry = LinkedData.undated(
      """
      "startDate": ["2026-05-04T10:00", "2026-05-04", "2026-05-11T10:00", "2026-05-18T11:00"]
      """, zone: "Asia/Singapore"
    ).first
    #expect(entry.start?.publicText == "2026-05-04T10:00:00+08:00")
    #expect(
      entry.recurrence.additions.map(\.publicText)
        == ["2026-05-11T10:00:00+08:00", "2026-05-18T11:00:00+08:00"])
  }

  @Test(
    "A schedule becomes a series that starts with its first instance",
    arguments: [
      (
        """
        {"@type": "Schedule", "startDate": "2026-01-01", "endDate": "2026-12-31",
        "repeatFrequency": "P1W", "byDay": "https://schema.org/Wednesday", "startTime": "19:00:00",
        "endTime": "20:00:00", "scheduleTimezone": "Europe/London"}
        """, "2026-01-07T19:00:00+00:00", "2026-01-07T20:00:00+00:00",
        "FREQ=WEEKLY;UNTIL=20261231;BYDAY=WE"
      ),
      (
        """
        {"startDate": "2026-03-01", "repeatFrequency": "P2W", "byDay": ["Monday", "FR"],
        "startTime": "22:00", "endTime": "01:00", "repeatCount": 6}
        """, "2026-03-09T22:00:00+08:00", "2026-03-10T01:00:00+08:00",
        "FREQ=WEEKLY;COUNT=6;INTERVAL=2;BYDAY=MO,FR"
      ),
      (
        "{\"startDate\": \"2026-03-01\", \"repeatFrequency\": \"P1M\", \"byDay\": \"Tuesday\", \"byMonthWeek\": [1, -1]}",
        "2026-03-03", nil, "FREQ=MONTHLY;BYDAY=-1TU,1TU"
      ),
      (
        "{\"startDate\": \"2026-03-01\", \"repeatFrequency\": \"Daily\", \"startTime\": \"09:00\", \"duration\": \"PT1H\"}",
        "2026-03-01T09:00:00+08:00", "2026-03-01T10:00:00+08:00", "FREQ=DAILY"
      ),
    ] as [(String, String, String?, String)])
  func schedules(schedule: String, start: String, end: String?, rule: String) {
    let entry = LinkedData.undated("\"eventSchedule\": \(schedule)", zone: "Asia/Singapore").first
    #expect(entry.start?.publicText == start)
    #expect(entry.end?.publicText == end)
    #expect(entry.recurrence.rules.map(\.description) == [rule])
  }

  @Test("Every schedule of an event becomes a series with its own key and exclusions")
  func severalSchedules() {
    let feed = LinkedData.undated(
      """
      "@id": "https://example.org/tea", "eventSchedule": [
      {"startDate": "2026-03-02", "repeatFrequency": "P1W", "startTime": "09:00",
      "exceptDate": ["2026-03-09"]},
      {"startDate": "2026-03-04", "repeatFrequency": "P1W", "startTime": "14:00"}]
      """)
    #expect(feed.entries.map(\.id) == ["https://example.org/tea", "https://example.org/tea#2"])
    #expect(feed.first.recurrence.exclusions.map(\.publicText) == ["2026-03-09"])
  }

  @Test(
    "An unsupported schedule makes the entry unreadable",
    arguments: [
      ("\"repeatFrequency\": \"P1W\", \"byDay\": \"PublicHolidays\"", "rrule"),
      ("\"repeatFrequency\": \"PT1H\"", "rrule"),
      ("\"repeatFrequency\": \"P1W\", \"endDate\": \"summer\"", "rrule"),
      ("\"repeatFrequency\": \"P1W\", \"scheduleTimezone\": \"Mars/Base\"", "timezone"),
    ])
  func unreadableSchedules(members: String, field: String) {
    let feed = LinkedData.undated(
      "\"eventSchedule\": {\"startDate\": \"2026-03-02\", \"startTime\": \"09:00\", \(members)}")
    #expect(feed.first.unreadable[field] != nil)
  }

  @Test(
    "Every form of a location is read",
    arguments: [
      ("\"Great Hall\"", "Great Hall", nil, nil),
      ("{\"@type\": \"Place\", \"name\": \"Great Hall\"}", "Great Hall", nil, nil),
      (
        """
        {"@type": "Place", "name": "LT 19", "address": {"@type": "PostalAddress", "streetAddress":
        "15 Kent Ridge Drive", "addressLocality": "Singapore", "postalCode": "119245",
        "addressCountry": {"@type": "Country", "name": "Singapore"}}}
        """, "LT 19", "15 Kent Ridge Drive, Singapore, 119245", nil
      ),
      (
        "{\"name\": \"LT 19\", \"address\": \"15 Kent Ridge Drive\"}", "LT 19",
        "15 Kent Ridge Drive", nil
      ),
      ("{\"@type\": \"PostalAddress\", \"streetAddress\": \"1 Main St\"}", "1 Main St", nil, nil),
      ("{\"@type\": \"Place\", \"address\": \"1 Main St\"}", "1 Main St", nil, nil),
      (
        "{\"@type\": \"Place\", \"name\": \"Room 2\", \"containedInPlace\": {\"name\": \"Annex\"}}",
        "Room 2, Annex", nil, nil
      ),
      (
        "{\"@type\": \"VirtualLocation\", \"url\": \"https://zoom.example/1\"}", "Online", nil,
        "https://zoom.example/1"
      ),
      ("\"https://zoom.example/1\"", "Online", nil, "https://zoom.example/1"),
      (
        "[{\"@type\": \"VirtualLocation\", \"url\": \"https://zoom.example/1\"}, {\"name\": \"Hall\"}]",
        "Hall", nil, "https://zoom.example/1"
      ),
      ("[{\"name\": \"Hall\"}, {\"name\": \"Green\"}]", "Hall; Green", nil, nil),
      ("[]", nil, nil, nil),
    ] as [(String, String?, String?, String?)])
  func locations(location: String, venue: String?, address: String?, online: String?) {
    let entry = LinkedData.event("\"location\": \(location)")
    #expect(entry.venue == venue)
    #expect(entry.address == address)
    #expect(entry.onlineURL == online)
  }

  @Test(
    "An online-only event has no place",
    arguments: [
      "\"eventAttendanceMode\": \"https://schema.org/OnlineEventAttendanceMode\"",
      "\"eventStatus\": [\"EventScheduled\", \"http://schema.org/EventMovedOnline\"]",
    ])
  func onlineOnly(members: String) {
    let entry = LinkedData.event(
      "\(members), \"location\": {\"name\": \"Hall\", \"geo\": {\"latitude\": 1, \"longitude\": 2}}"
    )
    #expect(entry.venue == "Online")
    #expect(entry.coordinate == nil)
    #expect(entry.status != .cancelled)
  }

  @Test("An event of mixed attendance is hybrid even without an address")
  func mixedAttendance() {
    let location = "\"location\": {\"name\": \"Hall\"}"
    let mixed = LinkedData.event(
      "\"eventAttendanceMode\": \"https://schema.org/MixedEventAttendanceMode\", \(location)")
    #expect(mixed.tags == ["hybrid"])
    #expect(mixed.venue == "Hall")
    #expect(LinkedData.event(location).tags == [])
  }

  @Test("A coordinate is read unless it means unknown")
  func points() {
    let point = LinkedData.event(
      "\"location\": {\"geo\": {\"@type\": \"GeoCoordinates\", \"latitude\": \"1.5\", \"longitude\": 103}}"
    )
    #expect(point.coordinate == Coordinate(latitude: 1.5, longitude: 103))
    let unknown = LinkedData.event("\"location\": {\"geo\": {\"latitude\": 0, \"longitude\": 0}}")
    #expect(unknown.coordinate == nil)
    #expect(unknown.problems.map(\.code) == ["Q_COORD_NULL_ISLAND"])
  }

  @Test(
    "Every spelling of a status is read",
    arguments: [
      ("https://schema.org/EventCancelled", .cancelled),
      ("http://schema.org/EventPostponed", .postponed),
      ("EventRescheduled", .confirmed), ("EventScheduled", .confirmed),
      ("schema:EventCancelled", .cancelled),
      ("Maybe", nil),
    ] as [(String, EventStatus?)])
  func status(text: String, status: EventStatus?) {
    #expect(LinkedData.event("\"eventStatus\": \"\(text)\"").status == status)
    #expect(LinkedData.event("\"eventStatus\": {\"@id\": \"\(text)\"}").status == status)
  }

  @Test(
    "Prices are read as text",
    arguments: [
      (
        "\"offers\": {\"@type\": \"Offer\", \"price\": \"12.00\", \"priceCurrency\": \"SGD\"}",
        "SGD 12"
      ),
      (
        "\"offers\": [{\"price\": 12.5, \"priceCurrency\": \"SGD\"}, {\"price\": 30}]",
        "SGD 12.50–30"
      ),
      ("\"offers\": {\"@type\": \"AggregateOffer\", \"lowPrice\": 5, \"highPrice\": 9}", "5–9"),
      ("\"offers\": {\"price\": 0}", "Free"), ("\"isAccessibleForFree\": true", "Free"),
      ("\"isAccessibleForFree\": \"http://schema.org/True\"", "Free"),
      ("\"isAccessibleForFree\": true, \"offers\": {\"price\": 8}", "8"),
      ("\"offers\": {\"price\": \"from $10\"}", "from $10"),
      ("\"isAccessibleForFree\": false", nil),
      ("\"offers\": {\"url\": \"https://example.org\"}", nil),
      (
        "\"offers\": {\"priceSpecification\": {\"price\": \"7,50\", \"priceCurrency\": \"EUR\"}}",
        "EUR 7.50"
      ),
      ("\"offers\": {\"price\": \"1,500\"}", "1500"),
      (
        "\"offers\": [{\"price\": 5, \"priceCurrency\": \"EUR\"}, {\"price\": 9, \"priceCurrency\": \"USD\"}]",
        "EUR 5"
      ),
    ] as [(String, String?)])
  func prices(members: String, price: String?) {
    #expect(LinkedData.event(members).price == price)
  }

  @Test("People, keywords, links and images are read")
  func fields() {
    let feed = LinkedData.read(
      """
      {"@context": "https://schema.org", "@type": ["Event", "DanceEvent"], "identifier":
      {"@type": "PropertyValue", "name": "number", "value": "77"}, "name": "Tea &#8211; and talk",
      "startDate": "2026-03-03", "url": "/tea", "image": [{"@type": "ImageObject", "url": "tea.png"}],
      "description": "&lt;p&gt;Come &amp;amp; drink.&lt;/p&gt;", "organizer":
      [{"@type": "Person", "name": "Ann"}, "Tea Club"], "performer": ["Organization", {"name": "Bo"}],
      "keywords": "tea, talk", "inLanguage": {"@type": "Language", "name": "English",
      "alternateName": "en"}, "audience": {"audienceType": "Students"}}
      """)
    let entry = feed.first
    #expect(entry.id == "77")
    #expect(entry.title == "Tea – and talk")
    #expect(entry.link == "https://example.org/tea")
    #expect(entry.image == "https://example.org/events/tea.png")
    #expect(entry.summary == "Come & drink.")
    #expect(entry.html == "<p>Come &amp; drink.</p>")
    #expect(entry.organizer == "Ann, Tea Club")
    #expect(entry.author == "Bo")
    #expect(entry.categories == ["DanceEvent"])
    #expect(entry.tags == ["tea", "talk"])
    #expect(entry.language == "en")
    #expect(entry.audience == "Students")
  }

  @Test(
    "A venue is passed to the geocoder with its address",
    arguments: [
      ("Hall", "1 Main St", "Hall, 1 Main St"), ("Hall, 1 Main St", "1 Main St", "Hall, 1 Main St"),
      ("1 Main St", "1 Main St, Town", "1 Main St, Town"), ("-", "1 Main St", "1 Main St"),
    ])
  func venueText(venue: String, address: String, text: String) {
    var entry = Entry()
    entry.venue = venue
    entry.address = address
    #expect(VenueField.text(of: entry) == text)
  }
}
