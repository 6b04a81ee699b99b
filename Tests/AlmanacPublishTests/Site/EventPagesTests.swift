import AlmanacModel
import AlmanacTime
import Foundation
import Testing

@testable import AlmanacPublish

@Suite("Event pages") struct EventPagesTests {
  private let output: TemporaryOutput
  private let edition: PublishedEdition

  init() throws {
    output = try TemporaryOutput()
    var contents = EditionFixture.contents()
    contents.options.address = EditionAddress("https://events.example.edu/almanac")
    edition = try output.publish(contents)
  }

  @Test("An event page shows all known values, links to the map page, and has no script")
  func content() throws {
    let page = try edition.text("site/event/jazz-night.html")
    for text in [
      "<title>Jazz Night: &quot;Blue, Green; Red&quot;</title>", "Tuesday 3 March 2026",
      "19:00–21:00", "GH-01-02, Great Hall", "S$12.50", "Jazz Club", "Trio &amp; friends",
      "href=\"../index.html#jazz-night\"",
      "https://www.openstreetmap.org/directions?to=1.2966001%2C103.7764",
      "<a href=\"../index.html\">Hill Events</a>", "Programme of the Great Hall, CC BY 4.0",
      "<link rel=\"canonical\" href=\"https://events.example.edu/almanac/site/event/jazz-night.html\">",
    ] {
      #expect(page.contains(text), "\(text)")
    }
    #expect(page.contains("style-src 'self' file:") && !page.contains("<script src"))
    #expect(!page.contains("Light rain"), "the weather changes from run to run")
    let cancelled = try edition.text("site/event/open-day.html")
    #expect(cancelled.contains("<strong>cancelled</strong>"))
  }

  @Test("Every event of a small edition has a page, which is hard-linked if unchanged")
  func files() throws {
    let events = EditionFixture.events.map { "site/event/\($0.id).html" }
    let pages = try TemporaryOutput.files(in: edition.folder).filter {
      $0.hasPrefix("site/event/")
    }
    #expect(Set(pages) == Set(events) && pages.count > 5)
    var contents = EditionFixture.contents()
    contents.options.address = EditionAddress("https://events.example.edu/almanac")
    contents.now = contents.now + 600
    let next = try output.publish(contents)
    for page in pages {
      func number(_ folder: URL) throws -> NSNumber? {
        try FileManager.default.attributesOfItem(atPath: folder.appending(path: page).path)[
          .systemFileNumber] as? NSNumber
      }
      #expect(try number(edition.folder) == number(next.folder), "\(page)")
    }
  }

  @Test(
    "Extruct (PyPI) reads an Event from every page, with listed values only",
    .enabled(if: Peer.has("extruct"), "the environment of ALMANAC_PEERS lacks extruct"))
  func readByExtruct() async throws {
    let python = try #require(Peer.python)
    let script = """
      import extruct, glob, json, sys
      found = {}
      for path in sorted(glob.glob(sys.argv[1] + "/site/event/*.html")):
          data = extruct.extract(open(path).read(), syntaxes=["json-ld"], errors="strict")
          events = [e for d in data["json-ld"] for e in d["@graph"]]
          assert events and all(e["@type"] == "Event" and e["name"] and e["startDate"] for e in events), path
          found[path.split("/")[-1]] = events
      print(json.dumps(found))
      """
    let result = try await Peer.run(python, ["-c", script, edition.folder.path])
    #expect(result.status == 0, "\(result.text)")
    let found = try #require(try JSONValue(parsing: Array(result.text.utf8)).object)
    let pages = try TemporaryOutput.files(in: edition.folder).filter {
      $0.hasPrefix("site/event/")
    }
    #expect(found.count == pages.count)
    let jazz = try #require(found["jazz-night.html"]?.array?.first)
    #expect(jazz["location"]?["name"]?.string == "GH-01-02, Great Hall")
    #expect(jazz["organizer"]?["name"]?.string == "Jazz Club")
    let webinar = try #require(found["webinar.html"]?.array?.first)
    for name in ["organizer", "offers", "isAccessibleForFree", "description", "image"] {
      #expect(webinar[name] == nil, "\(name)")
    }
  }
}
