import AlmanacPipeline
import AlmanacTestSupport
import Foundation
import GRDB
import Testing

/// Where the samples' venues are: the expectation table of feeds/README.md.
enum SampleVenues {
  struct Row: Sendable, CustomTestStringConvertible {
    var title: String
    var text: String
    var place: String?
    var room: String?
    var reason: String?

    var testDescription: String { "\(title) at \(text)" }
  }

  /// The samples, published once for all rows.
  private static let night = Task {
    let night = try Night.ofSamples()
    try await night.run()
    return night
  }

  static func database() async throws -> DatabaseQueue { try await night.value.database() }

  private static func at(
    _ place: String, _ title: String, _ text: String, room: String? = nil
  ) -> Row {
    Row(title: title, text: text, place: place, room: room)
  }

  private static func nowhere(_ reason: String, _ title: String, _ text: String) -> Row {
    Row(title: title, text: text, reason: reason)
  }

  static let table: [Row] = [
    at("btc-law", "AI & Law Roundtable", "Faculty of Law, Bukit Timah Campus"),
    at("ystcm", "Chamber Music", "YST Conservatory of Music, Concert Hall"),
    at("yih", "Blood Donation", "Yusof Ishak House"),
    at(
      "cinnamon-college", "Board Games", "Seminar Room 1, Cinnamon College", room: "USP-SR1"),
    at(
      "lee-kong-chian-natural-history-museum", "Bones and Brushes",
      "Lee Kong Chian Natural History Museum"),
    at("com3", "Hackathon", "COM3 - Room Number: MPH", room: "COM3-MPH"),
    at("lt19", "Can We Trust Machines", "LT19"),
    nowhere("online", "Career Clinic", "https://zoom.example.com/j/91000000000"),
    at("stephen-riady-centre", "Career Fair", "Stephen Riady Centre, UTown"),
    at("cfa-studios", "Choir Open Rehearsal", "CFA Studios"),
    at("university-cultural-centre", "Closing Concert", "UCC"),
    at("com1", "Research Seminar", "COM1 - Room Number: 02-12", room: "COM1-0212"),
    at("com3", "Research Seminar (moved)", "COM3 - Room Number: 01-22", room: "COM3-01-22"),
    at("com1", "Computing Open Day", "School of Computing"),
    at("university-cultural-centre", "Dance Showcase", "UCC Theatre"),
    at("lt19", "Data Ethics", "Seminar Room @ LT19"),
    at("lt8", "Debate Final", "LT 8"),
    at("museum", "Exhibition Opening", "NUS Museum"),
    at(
      "prince-georges-park-residences", "Freshmen Peer Circle", "Function Room 4, PGP",
      room: "PGPH-FR4"),
    at("town-plaza", "Gamelan", "Town Plaza, University Town"),
    nowhere("online", "Research Webinar", "Zoom"),
    at("com3", "Graduate Student Social", "COM3 - Room Number: 01-19", room: "COM3-01-19"),
    at("com2", "Databases at the Edge", "COM2 - Room Number: 04-02"),
    at("multi-purpose-fields", "Hall Sports Day", "Multi-Purpose Fields"),
    at("yale-nus-college", "Improv", "Black Box Theatre, Yale-NUS College", room: "Y-BlackBox"),
    at("university-cultural-centre", "Ink and Tide: Paintings", ""),
    at("mpsh-1-4", "Basketball Final", "MPSH 1"),
    at("com1", "Python", "COM1 - Room Number: 02-06", room: "COM1-0206"),
    at("the-terrace", "Language Exchange", "The Terrace"),
    at(
      "stephen-riady-centre", "Yoga: Beginners", "Dance Studio, Stephen Riady Centre",
      room: "UTSRC-DS"),
    at("university-cultural-centre", "Jazz Night", "University Cultural Centre"),
    at("kent-ridge-mrt", "Night Cycling", "Kent Ridge MRT"),
    nowhere("to-be-announced", "Open House Briefing", "TBA"),
    at("central-library", "Poetry Reading", "Central Library"),
    nowhere("none", "Quiet Hour", ""),
    at("e3", "Robotics Lab", "E3-05-21", room: "E3-05-21"),
    at("s16", "Stargazing", "S16, NUS"),
    at("lt27", "Science Demonstration", "Lecture Theatre 27"),
    at("ngee-ann-kongsi-auditorium", "Short Films", "The Ngee Ann Kongsi Auditorium"),
    at("ystcm", "String Quartet", "Conservatory of Music"),
    at("shaw-foundation-alumni-house", "Sustainability", "Shaw Foundation Alumni House Auditorium"),
    at("com1", "Tech Help", "COM1 - Room Number: B1-12", room: "COM1-B112"),
    nowhere("off-campus", "Theatre Lab", "Esplanade Annexe Studio, 1 Esplanade Drive"),
    nowhere(
      "off-campus", "Alumni Gala", "Grand Ballroom, Harbour Pearl Hotel, 12 Marina Boulevard"),
    at("town-green", "Therapy Dogs", "Town Green, UTown"),
    nowhere("to-be-announced", "Coastal Clean-up", "Venue TBC"),
    at("uhc", "Wellness Day", "University Health Centre"),
  ]
}
