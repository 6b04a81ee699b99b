/// The document formats that `parse` reads. `inspect` prints the raw values.
public enum FeedFormat: String, Hashable, Sendable, Codable, CaseIterable {
  case rss
  /// RSS 0.90 and 1.0, which are RDF.
  case rss1
  /// RSS 0.91 to 0.94.
  case rss09x
  case atom
  case icalendar
  case jsonfeed
  /// schema.org events as JSON-LD, alone or in the scripts of an HTML page.
  case jsonld
  /// An HTML page with events in microformats or microdata.
  case html
  /// XML read through a declared mapping.
  case xml
  /// JSON read through a declared mapping.
  case json
  case csv
  /// YAML converted to JSON and read through a declared mapping.
  case yaml
}
