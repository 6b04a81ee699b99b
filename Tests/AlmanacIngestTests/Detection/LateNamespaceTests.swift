import AlmanacModel
import Testing

@testable import AlmanacIngest

@Suite struct LateNamespaceTests {
  @Test("RDF that names the namespace of RSS 1.0 on its channel and items is RSS 1.0")
  func channel() {
    let rss = "xmlns='http://purl.org/rss/1.0/'"
    let feed = FeedReading.read(
      "<?xml version='1.0'?><rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#'>"
        + "<channel \(rss) rdf:about='https://hill.example/'><title>Hill</title></channel>"
        + "<item \(rss) rdf:about='https://hill.example/1'><title>Tea</title>"
        + "<link>https://hill.example/1</link></item></rdf:RDF>")
    #expect(feed.document.format == .rss1)
    #expect(feed.document.title == "Hill")
    #expect(feed.entries.map(\.title) == ["Tea"])
  }

  @Test("Other RDF documents are not read as feeds")
  func other() {
    let feed = FeedReading.read(
      "<rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#'><rdf:Description/></rdf:RDF>"
    )
    #expect(feed.codes == ["E_NOT_A_FEED"])
  }
}
