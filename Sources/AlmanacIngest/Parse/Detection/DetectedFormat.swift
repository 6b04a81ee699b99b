import AlmanacModel

/// What a document is, by its content.
enum DetectedFormat: Equatable, Sendable {
  /// The format to read it as; `.xml` and `.json` for those of no kind we know.
  case feed(FeedFormat)
  case html
  /// Nothing but white space.
  case empty
  /// Anything else.
  case text
}

extension FeedFormat {
  var isXML: Bool {
    switch self {
    case .rss, .rss1, .rss09x, .atom, .xml: true
    case .icalendar, .jsonfeed, .jsonld, .html, .json, .csv, .yaml: false
    }
  }

  var isJSON: Bool { self == .json || self == .jsonfeed || self == .jsonld }
}
