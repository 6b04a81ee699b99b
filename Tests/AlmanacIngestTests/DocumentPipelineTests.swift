import AlmanacModel
import AlmanacTime
import Foundation
import Testing

@testable import AlmanacIngest

/// Compares what one thread and two threads read.
@Suite struct DocumentPipelineTests {
  /// Documents of several batches, whose items depend on items and elements before them.
  enum Sample: CaseIterable {
    case rss, atom, jsonFeed, calendar, mapped

    static let count = 2_000
    private static let text = String(repeating: "A talk &amp; a walk. ", count: 30)

    var document: String {
      let items = (0..<Self.count).map(item)
      switch self {
      case .rss:
        // The link, the base of relative ones, changes between the items.
        return "<rss version='2.0' xmlns:ev='http://purl.org/rss/1.0/modules/event/'><channel>"
          + "<link>https://one.example.edu/</link>" + items[..<1_200].joined()
          + "<link>https://two.example.edu/</link><pubDate>1 March 2026</pubDate>"
          + items[1_200...].joined() + "</channel></rss>"
      case .atom:
        return "<feed xmlns='http://www.w3.org/2005/Atom'>" + items.joined() + "</feed>"
      case .jsonFeed:
        return #"{"version":"https://jsonfeed.org/version/1.1","items":["#
          + items.joined(separator: ",") + "]}"
      case .calendar:
        return "BEGIN:VCALENDAR\n" + items.joined(separator: "\n") + "\nEND:VCALENDAR"
      case .mapped:
        return "<events>" + items.joined() + "</events>"
      }
    }

    private func item(_ number: Int) -> String {
      let id = number % 1_900
      let start = number == 1_700 ? "<ev:startdate>2026-03-04</ev:startdate>" : ""
      switch self {
      case .rss:
        return "<item><guid>\(id)</guid><link>/\(number)</link><title>\(number)</title>"
          + "<pubDate>\(number % 28 + 1) Mar 2026 19:00:00 +0800</pubDate>\(start)"
          + "<description>\(Self.text)</description></item>"
      case .atom:
        return "<entry><id>\(id)</id><title>\(number)</title><updated>2026-03-03</updated>"
          + "<summary>\(Self.text)</summary></entry>"
      case .jsonFeed:
        return #"{"id":\#(number == 5 ? "1e999" : "\(id)"),"content_text":"\#(Self.text)\ud800"}"#
      case .calendar:
        return "BEGIN:VEVENT\nUID:\(id)\nSUMMARY:\(number)\nDESCRIPTION:\(Self.text)\n"
          + "DTSTART;TZID=Zone \(number % 7):20260303T190000\nEND:VEVENT"
      case .mapped:
        return "<event><name>\(number)</name><when>2026-03-04</when>"
          + "<text>\(Self.text)</text></event>"
      }
    }

    func read(from bytes: Int) -> ParsedFeed {
      var context = ReadingContext(zone: FeedReading.singapore)
      if self == .mapped {
        context.mapping = FeedMapping(
          item: "event",
          fields: [.title: FieldMapping(paths: ["name"]), .content: FieldMapping(paths: ["text"])],
          start: TimeMapping(date: FieldMapping(paths: ["when"])))
      }
      context.limits.concurrentBytes = bytes
      return FeedReader.read(Array(document.utf8), context: context)
    }
  }

  @Test("Two threads read the same entries and findings as one", arguments: Sample.allCases)
  func threads(sample: Sample) {
    let one = sample.read(from: .max)
    let two = sample.read(from: 0)
    #expect(one.entries.count == Sample.count)
    #expect(one.document == two.document)
    #expect(one.entries == two.entries)
  }

  @Test("Results are taken in document order, whichever batch takes the longest")
  func order() {
    var taken: [Int] = []
    let end = DocumentPipeline.run(isConcurrent: true) { put in
      for number in 0..<60 { put(number, 1 << 20) }
      return "end"
    } map: { numbers in
      if numbers[0] % 7 == 0 { Thread.sleep(forTimeInterval: 0.01) }
      return numbers
    } take: { numbers in
      if numbers[0] % 11 == 0 { Thread.sleep(forTimeInterval: 0.01) }
      taken += numbers
    }
    #expect(taken == Array(0..<60))
    #expect(end == "end")
  }

  @Test("Defects on both sides of an item are counted, with the line of the first")
  func defects() {
    let feed = Sample.rss.read(from: 0)
    let repeated = feed.document.problems.first { $0.code == "W_ID_REPEATED" }
    #expect(repeated?.message.contains("(100 times)") == true)
    #expect(feed.entries[0].link == "https://one.example.edu/0")
    #expect(feed.entries[1_999].link == "https://two.example.edu/1999")
  }
}
