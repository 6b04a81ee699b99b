import AlmanacModel
import AlmanacTime

@testable import AlmanacIngest

/// Reads documents written in tests.
enum FeedReading {
  static let singapore = ZoneDatabase.system.zone(named: "Asia/Singapore")

  static func read(_ text: String, _ context: ReadingContext = ReadingContext()) -> ParsedFeed {
    FeedReader.read(Array(text.utf8), context: context)
  }

  static func rss(
    _ item: String, channel: String = "", _ context: ReadingContext = ReadingContext()
  )
    -> ParsedFeed
  {
    read(
      """
      <?xml version="1.0"?><rss version="2.0" xmlns:ev="http://purl.org/rss/1.0/modules/event/"
        xmlns:xcal="urn:ietf:params:xml:ns:xcal" xmlns:georss="http://www.georss.org/georss"
        xmlns:geo="http://www.w3.org/2003/01/geo/wgs84_pos#" xmlns:gml="http://www.opengis.net/gml"
        xmlns:media="http://search.yahoo.com/mrss/" xmlns:dc="http://purl.org/dc/elements/1.1/"
        xmlns:content="http://purl.org/rss/1.0/modules/content/"
        xmlns:atom="http://www.w3.org/2005/Atom"><channel>\(channel)<item>\(item)</item></channel></rss>
      """, context)
  }

  static func atom(_ entry: String, feed: String = "") -> ParsedFeed {
    read(
      """
      <feed xmlns="http://www.w3.org/2005/Atom" xmlns:gd="http://schemas.google.com/g/2005" \
      xml:base="https://example.org/cal/">\(feed)<entry>\(entry)</entry></feed>
      """)
  }
}
