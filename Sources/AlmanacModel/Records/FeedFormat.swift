/// The document formats that `parse` reads; raw values are those of the `inspect` contract.
public enum FeedFormat: String, Hashable, Sendable, Codable, CaseIterable {
  case rss
  /// RSS 0.90 and 1.0, that is, RDF.
  case rss1
  /// RSS 0.91 to 0.94.
  case rss09x
  case atom
  case icalendar
  case jsonfeed
  /// The events of schema.org, alone or in the scripts of an HTML page.
  case jsonld
  /// An HTML page whose events are marked up in it: microformats or microdata.
  case html
  /// XML read through a declared mapping.
  case xml
  /// JSON read through a declared mapping.
  case json
  case csv
  /// YAML read through a declared mapping, as the JSON that it means.
  case yaml
}
