import AlmanacModel
import AlmanacTestSupport
import AlmanacTime
import Foundation
import Testing

@testable import AlmanacIngest

/// Reads the examples of events in schema.org.
@Suite(.enabled(if: SharedFiles.exists("corpora"), "\(SharedFiles.absent)"))
struct JSONLDCorpusTests {
  private struct Case: Decodable {
    struct Event: Decodable {
      let name: String?
      let start: String?
      let location: String?
      let url: String?
    }
    let file: String
    let events: [Event]
  }

  @Test("Every event with a start is read with its name, place and link")
  func examples() throws {
    let folder = "corpora/conformance/jsonld/"
    let lines = try SharedFiles.bytes(folder + "schemaorg_events.jsonl").split(separator: 0x0A)
    #expect(lines.count == 28)
    for line in lines {
      let example = try JSONDecoder().decode(Case.self, from: Data(line))
      let feed = FeedReader.read(
        try SharedFiles.bytes(folder + example.file), context: ReadingContext())
      let dated = example.events.filter { $0.start != nil }
      // An event without a start of its own has that of its schedule.
      let range = dated.count...example.events.count
      #expect(range.contains(feed.entries.count { $0.start != nil }), "\(example.file)")
      for event in example.events {
        guard let start = event.start else { continue }
        let found = feed.entries.contains { entry in
          entry.title == event.name && (entry.start?.publicText == CalendarTime(start)?.publicText)
            && (event.location == nil || entry.venue == event.location)
            && (event.url == nil || entry.link == event.url)
        }
        #expect(found, "\(example.file): \(event.name ?? "")")
      }
    }
  }

  @Test("No W3C test document for JSON-LD crashes the reader")
  func hostileDocuments() throws {
    let files = SharedFiles.files(in: "corpora/conformance/jsonld/files/w3c", ending: ".jsonld")
    #expect(files.count > 100)
    for file in files {
      let feed = FeedReader.read(try SharedFiles.bytes(file), context: ReadingContext())
      #expect(feed.document.isRefused || feed.document.entryCount == feed.entries.count)
    }
  }
}
