import AlmanacModel

/// The detected kind of a document.
enum DetectedFormat: Equatable, Sendable {
  /// The format; `.xml` or `.json` if no specific format is recognized.
  case feed(FeedFormat)
  case html
  /// White space only.
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
