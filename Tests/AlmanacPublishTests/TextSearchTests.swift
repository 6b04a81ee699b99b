import AlmanacModel
import AlmanacTime
import GRDB
import Testing

@testable import AlmanacPublish

@Suite struct TextSearchTests {
  private static let many = 300

  private let output: TemporaryOutput

  init() throws { output = try TemporaryOutput() }

  /// Of the fixture's events.
  private func reader() throws -> EditionReader {
    try EditionReader(edition: EditionFixture.edition().folder)
  }

  private func reader(
    _ events: [Event]
  ) throws -> EditionReader {
    let edition = try output.publish(EditionFixture.contents(events: events))
    return try EditionReader(edition: edition.folder)
  }

  @Test(
    "Search finds any part of a text in scripts without spaces, and symbols",
    arguments: [
      ("長い一行", 1), ("東京", 1), ("の", 1), ("🎷", 1), ("&", 1), ("jazz 東京の夜", 1), ("京都", 0),
      ("京東", 0), ("%", 0), ("jazz &", 1), ("tri 東京", 0), ("東京 tri", 1), ("schon", 1), ("_", 0),
      ("\\", 1), ("\"blue", 1), ("blue\" green", 1), ("18", 1), ("18 trio", 1), ("8 trio", 0),
    ])
  func findsText(text: String, count: Int) throws {
    var filter = EventFilter()
    filter.text = text
    #expect(try reader().occurrences(filter).count == count)
  }

  @Test(
    "Search finds symbols that resemble letters, and letters without some of their accents",
    arguments: [
      ("🅿", 1), ("Ⓐ", 1), ("behind Ⓐ", 1), ("Ⓐ behind", 1), ("🅱", 0), ("behind 🅱", 0), ("Ⅻ", 1),
      ("tieng viet", 1), ("Tiếng Việt", 1), ("tieng viets", 0),
    ])
  func findsSigns(text: String, count: Int) throws {
    let reader = try EditionReader(edition: Self.signs.get().edition.folder)
    var filter = EventFilter()
    filter.text = text
    #expect(try reader.occurrences(filter).count == count)
  }

  private static let signs = Result {
    var event = EditionFixture.moved
    event.text = "🅿 behind the hall, Ⓐ only. Tiếng Việt. Ⅻ"
    return try SharedEdition(EditionFixture.contents(events: [event, EditionFixture.jazz]))
  }

  @Test(
    "A date's own title, description and venue find only that date of its series",
    arguments: [
      ("candlelight", 1), ("evening", 1), ("even", 1), ("morning evening", 1), ("yoga", 5),
      ("library yoga", 1), ("candlelight foyer", 1), ("candlelight jazz", 0), ("mat.", 1),
      ("by-candle", 1), ("東京 candle", 0), (";", 2),
    ])
  func findsDates(text: String, count: Int) throws {
    var filter = EventFilter()
    filter.text = text
    #expect(try reader().occurrences(filter).count == count)
  }

  @Test(
    "Scripts without spaces find a single date too",
    arguments: [("講堂", 1), ("大講堂 夜", 1), ("の夜", 1), ("大講堂", 1), ("大講義", 0), ("朝のヨガ", 5)])
  func findsUnspacedDates(text: (String, Int)) throws {
    let reader = try EditionReader(edition: Self.unspaced.get().edition.folder)
    var filter = EventFilter()
    filter.text = text.0
    #expect(try reader.occurrences(filter).count == text.1)
  }

  private static let unspaced = Result {
    var event = EditionFixture.yoga
    event.occurrences[1].title = "東京の夜"
    event.occurrences[1].venue = "大講堂"
    event.occurrences[4].title = "Quiet"
    event.text = "朝のヨガ"
    return try SharedEdition(EditionFixture.contents(events: [event]))
  }

  @Test(
    "Every script without spaces can be searched by one or several characters",
    arguments: [
      "กรุงเทพ", "ວຽງຈັນ", "ရန်ကုန်", "ភ្នំពេញ", "〆切々", "ひらめき", "カタカナ", "㐀㐁㐂",
      "\u{fa19}\u{fa1b}\u{fa1a}", "ｶﾀｶﾅ", "𠀀𠀁𠀂",
    ])
  func findsScripts(text: String) throws {
    var event = EditionFixture.moved
    event.text = "x\(text)x"
    let reader = try reader([event, EditionFixture.jazz])
    let scalars = Array(text.unicodeScalars)
    for (first, count) in [(0, 1), (1, 1), (0, 3), (scalars.count - 3, 3)] {
      var part = String.UnicodeScalarView()
      part.append(contentsOf: scalars[first..<first + count])
      var filter = EventFilter()
      filter.text = String(part)
      #expect(try reader.occurrences(filter).map(\.event) == ["moved-seminar"], "\(filter)")
    }
  }

  @Test("Phrases find the dates with adjacent words, even if each word is common")
  func findsCommonPhrasesOfDates() throws {
    let titles = [("here", "Open-Air Cinema"), ("there", "Air in the Open Circus")]
    let events = titles.map { id, title in
      var event = EditionFixture.moved
      event.id = id
      event.occurrences = (0..<Self.many).map { number in
        let start = EditionFixture.firstRun + 3_600 * number
        return Occurrence(start: .zoned(ZonedTime(start, in: .utc)), title: title)
      }
      return event
    }
    let reader = try reader(events)
    var filter = EventFilter()
    filter.limit = .max
    let counts = [
      ("open-air", 1), ("air open", 2), ("open-air cinema", 1), ("open-a", 1), ("circus", 1),
      // Only the last word may be a prefix.
      ("ci", 2), ("ci open", 0), ("open ci", 2), ("b", 0),
    ]
    for (text, count) in counts {
      filter.text = text
      #expect(try reader.occurrences(filter).count == count * Self.many, "\(text)")
    }
  }
}
