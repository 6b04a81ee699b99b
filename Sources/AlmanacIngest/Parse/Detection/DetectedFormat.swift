import AlmanacModel

/// What a document is, by its content.
enum DetectedFormat: Equatable, Sendable {
  case rss
  /// RSS 0.90 and 1.0, that is, RDF.
  case rss1
  case rss09x
  case atom
  case icalendar
  case jsonfeed
  case json
  case html
  /// XML of another kind.
  case xml
  /// Nothing but white space.
  case empty
  /// Anything else.
  case text

  /// The format to read it as; nil for what is no feed.
  var format: FeedFormat? {
    switch self {
    case .rss: .rss
    case .rss1: .rss1
    case .rss09x: .rss09x
    case .atom: .atom
    case .icalendar: .icalendar
    case .jsonfeed: .jsonfeed
    case .json: .json
    case .xml: .xml
    case .html, .empty, .text: nil
    }
  }

  var isXML: Bool {
    switch self {
    case .rss, .rss1, .rss09x, .atom, .xml: true
    default: false
    }
  }

  var isJSON: Bool { self == .json || self == .jsonfeed }
}
