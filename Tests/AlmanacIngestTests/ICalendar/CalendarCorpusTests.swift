import AlmanacModel
import AlmanacTestSupport
import Foundation
import Testing

@testable import AlmanacIngest

@Suite(.enabled(if: SharedFiles.exists("corpora"), "\(SharedFiles.absent)"))
struct CalendarCorpusTests {
  private struct Feed: Decodable {
    let file: String
    let items: Int
  }

  @Test("Every captured calendar is read with all its events")
  func captured() throws {
    let manifest = try JSONDecoder().decode(
      [Feed].self, from: Data(try SharedFiles.bytes("corpora/feeds/manifest.json")))
    for feed in manifest where feed.file.hasSuffix(".ics") {
      let read = readCalendar(try SharedFiles.bytes("corpora/feeds/" + feed.file))
      #expect(read.entries.count == feed.items, "\(feed.file)")
      #expect(read.document.isRefused == (feed.items == 0), "\(feed.file)")
      #expect(!read.codes.contains("W_TRUNCATED") && !read.codes.contains("W_UNCLOSED"))
      for entry in read.entries {
        #expect(entry.start != nil, "\(feed.file):\(entry.line ?? 0)")
        #expect(entry.venue?.contains("<br") != true, "\(feed.file):\(entry.line ?? 0)")
        #expect(entry.venue?.contains("&amp;") != true, "\(feed.file):\(entry.line ?? 0)")
      }
    }
  }

  private struct Case: Decodable {
    let file: String
    let eventCount: Int
    let events: [[String: Value]]

    private enum CodingKeys: String, CodingKey {
      case file, events
      case eventCount = "event_count"
    }
  }

  private enum Value: Decodable, Equatable {
    case text(String)
    case list([String])
    case point([Double?])
    case flag(Bool)
    case none

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if let text = try? container.decode(String.self) {
        self = .text(text)
      } else if let list = try? container.decode([String].self) {
        self = .list(list)
      } else if let point = try? container.decode([Double?].self) {
        self = .point(point)
      } else if let flag = try? container.decode(Bool.self) {
        self = .flag(flag)
      } else {
        self = .none
      }
    }
  }

  @Test("At least 99 % of the properties in the conformance corpus are read as by other readers")
  func properties() throws {
    let lines = try String(
      decoding: SharedFiles.bytes("corpora/conformance/ics/properties.jsonl"), as: UTF8.self)
    var right = 0
    var wrong: [String] = []
    for line in lines.split(separator: "\n") {
      let expected = try JSONDecoder().decode(Case.self, from: Data(line.utf8))
      let feed = readCalendar(try SharedFiles.bytes("corpora/conformance/ics/" + expected.file))
      if feed.entries.count != expected.eventCount {
        wrong.append("\(expected.file): \(feed.entries.count) not \(expected.eventCount) events")
      }
      for (entry, properties) in zip(feed.entries, expected.events) {
        for (name, value) in properties {
          guard let same = matches(entry, name, value) else { continue }
          if same { right += 1 } else { wrong.append("\(expected.file) \(name): \(value)") }
        }
      }
    }
    let share = Double(right) / Double(right + wrong.count)
    #expect(
      share >= 0.99,
      "\(share) of \(right + wrong.count): \(wrong.prefix(40).joined(separator: "\n"))")
  }

  /// nil if the entry does not contain the property.
  private func matches(_ entry: Entry, _ name: String, _ value: Value) -> Bool? {
    let found: String?
    switch (name, value) {
    case ("uid", _): found = entry.id
    case ("summary", _): found = entry.title
    case ("location", _): found = entry.venue
    case ("description", _): found = entry.summary
    case ("status", _): found = entry.status?.rawValue.uppercased()
    case ("url", _): found = entry.link
    case ("rrule", .flag(let isThere)):
      let isRead =
        !entry.recurrence.rules.isEmpty || entry.unreadable["rrule"] != nil
        || !entry.recurrence.additions.isEmpty
      return isThere == isRead
    case ("organizer", .text(let address)):
      // Names and addresses are separate fields; `noreply` addresses are dropped.
      return loose(address).lowercased().hasSuffix(loose(entry.authorEmail ?? "").lowercased())
    case ("geo", .point(let point)):
      return point == [entry.coordinate?.latitude, entry.coordinate?.longitude]
    case ("categories", .list(let words)):
      return loose(words.joined()) == loose(entry.categories.joined())
    default: return nil
    }
    guard case .text(let text) = value else { return loose(found ?? "").isEmpty }
    let expected = loose(text)
    let got = loose(found ?? "")
    return text.count >= 200 ? got.hasPrefix(expected) : got == expected
  }

  /// Other readers keep the backslashes of escapes that RFC 5545 section 3.3.11 does not define.
  private func loose(_ text: String) -> String {
    text.filter { !$0.isWhitespace && $0 != "\u{200B}" && $0 != "\u{FEFF}" && $0 != "\\" }
      .precomposedStringWithCanonicalMapping
  }

  private struct Malformed: Decodable {
    let file: String
  }

  /// Files that other readers refuse and that Almanac reads completely.
  private static let sound = [
    // RDATE with VALUE=DATE in a VTIMEZONE (RFC 5545 section 3.8.5.2 allows it).
    "RDATE_test.ics", "RDATE_utc_test.ics",
    // An attachment of the calendar, not of an event.
    "base64.ics",
  ]

  @Test("Every malformed file is read as far as possible, with a finding")
  func malformed() throws {
    let lines = try String(
      decoding: SharedFiles.bytes("corpora/conformance/ics/malformed.jsonl"), as: UTF8.self)
    for line in lines.split(separator: "\n") {
      let file = try JSONDecoder().decode(Malformed.self, from: Data(line.utf8)).file
      let feed = readCalendar(try SharedFiles.bytes("corpora/conformance/ics/" + file))
      let findings = feed.document.problems + feed.entries.flatMap(\.problems)
      #expect(findings.isEmpty == Self.sound.contains(where: file.hasSuffix), "\(file)")
    }
  }

  @Test("Every file of the corpus is read in any zone")
  func survived() throws {
    for file in SharedFiles.files(in: "corpora/conformance/ics/files", ending: ".ics") {
      let feed = readCalendar(try SharedFiles.bytes(file), zone: "Asia/Singapore")
      #expect(feed.document.isRefused || feed.document.entryCount == feed.entries.count)
    }
  }
}
