import AlmanacModel
import Testing

@testable import AlmanacIngest

/// Tests which field of an entry contains its venue.
@Suite struct VenueFieldTests {
  private static func entry(_ fill: (inout Entry) -> Void) -> Entry {
    var entry = Entry()
    entry.title = "Poetry @ Old Library"
    fill(&entry)
    return entry
  }

  @Test(
    "A venue is the text after the source's label, up to the end of the line",
    arguments: [
      ("Join us!\nWhere: Great Hall, Room 4\nWhen: noon", "Great Hall, Room 4"),
      ("WHERE:   Great Hall", "Great Hall"), ("Where:\nGreat Hall\nWhen: noon", "Great Hall"),
      ("İstanbul where: Great Hall", "great hall"), ("Where: n/a", nil), ("Where:", nil),
      ("No place yet", nil), ("", nil),
    ] as [(String, String?)])
  func description(text: String, venue: String?) {
    let entry = Self.entry { $0.summary = text }
    let reading = VenueReading(fields: [.description], label: "Where:")
    #expect(VenueField.text(of: entry, reading) == venue)
  }

  @Test("The first field that is not blank is the venue")
  func order() {
    var entry = Self.entry {
      $0.content = "At: Hall 1"
      $0.organizer = "Chess Club"
    }
    let reading = VenueReading(fields: [.location, .description, .organizer], label: "At:")
    #expect(VenueField.text(of: entry, reading) == "Hall 1")
    entry.venue = "None"
    #expect(VenueField.text(of: entry, reading) == "Hall 1")
    entry.venue = "Hall 2"
    #expect(VenueField.text(of: entry, reading) == "Hall 2")
    #expect(VenueField.text(of: entry, VenueReading(fields: [.organizer])) == "Chess Club")
    #expect(
      VenueField.text(of: entry, VenueReading(fields: [.title], label: "@")) == "Old Library")
  }

  @Test("An address is appended to the venue's name unless requested alone")
  func address() {
    let entry = Self.entry {
      $0.venue = "Great Hall"
      $0.address = "1 Hill Road"
    }
    #expect(VenueField.text(of: entry) == "Great Hall, 1 Hill Road")
    #expect(VenueField.text(of: entry, VenueReading(fields: [.address])) == "1 Hill Road")
  }
}
