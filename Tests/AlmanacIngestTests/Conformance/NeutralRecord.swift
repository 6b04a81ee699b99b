import AlmanacModel
import AlmanacTime
import Foundation

@testable import AlmanacIngest

/// A feed in the neutral form of the conformance corpora (their README, Neutral record), as JSON
/// values.
enum NeutralRecord {
  static func feed(_ feed: ParsedFeed) -> [String: Any] {
    let document = feed.document
    var record: [String: Any] = [:]
    record["format"] = document.format.map { format($0, document) }
    record["title"] = document.title
    record["link"] = document.link
    record["subtitle"] = document.subtitle
    record["language"] = document.language
    record["published"] = document.published.map(utc)
    record["updated"] = document.updated.map(utc)
    record["id"] = document.id
    record["entries"] = feed.entries.map(entry)
    return record
  }

  /// The name of the format in the corpora, which includes its version.
  private static func format(_ format: FeedFormat, _ document: Document) -> String {
    switch (format, document.version) {
    case (.rss, nil): "rss"
    case (.rss, _): "rss20"
    case (.rss1, _): "rss10"
    case (.rss09x, "0.91"):
      document.documentType?.contains("Netscape") == true ? "rss091n" : "rss091u"
    case (.rss09x, let version?): "rss" + version.filter(\.isNumber)
    default: format.rawValue
    }
  }

  private static func entry(_ entry: Entry) -> [String: Any] {
    var record: [String: Any] = [:]
    record["id"] = entry.id
    record["title"] = entry.title
    record["link"] = entry.link
    record["published"] = entry.published.map(utc)
    record["updated"] = entry.updated.map(utc)
    record["summary"] = entry.summary.map { beginning($0, of: entry) }
    record["content"] = entry.content.map { beginning($0, of: entry) }
    record["categories"] = entry.categories
    record["author"] = entry.author
    record["author_email"] = entry.authorEmail
    record["external_url"] = entry.externalURL
    record["attachments"] = entry.attachments.map { file in
      ["url": file.url as Any, "type": file.type as Any].compactMapValues(\.self)
    }
    record["lat"] = entry.coordinate?.latitude
    record["lon"] = entry.coordinate?.longitude
    var event: [String: Any] = [:]
    event["start_utc"] = entry.start.map(utc)
    event["end_utc"] = entry.end.map(utc)
    event["location"] = entry.venue
    event["organizer"] = entry.organizer
    record["event"] = event.isEmpty ? nil : event
    return record
  }

  /// The text without list markers, because the neutral text only strips tags, with collapsed white
  /// space, cut at 200 characters.
  private static func beginning(_ text: String, of entry: Entry) -> String {
    let hasList = entry.html?.contains("<li") == true
    let lines = text.split(separator: "\n").map { line in
      hasList ? line.trimmingPrefix { $0 == " " }.trimmingPrefix("- ") : line
    }
    let words = lines.flatMap { $0.split(whereSeparator: \.isWhitespace) }
    let collapsed = words.joined(separator: " ")
    return String(String.UnicodeScalarView(collapsed.unicodeScalars.prefix(200)))
  }

  /// Days and floating times are read as UTC.
  private static func utc(_ time: CalendarTime) -> String {
    let text = CivilDateTime(localSeconds: time.instant(in: .utc).secondsSinceEpoch)
    return "\(text)Z"
  }
}
