/// The vocabularies in feeds. The namespace decides; an undeclared prefix has its usual meaning.
enum XMLNamespace: UInt32, Sendable {
  /// RSS itself, in any of its namespaces or none.
  case rss
  case atom
  case dublinCore
  case dublinCoreTerms
  case content
  /// CivicPlus, whose namespace is the page of each site's calendar.
  case civicPlus
  /// RSS 1.0 event module, `ev:`.
  case event
  /// Modern Events Calendar, a plugin of WordPress.
  case modernEvents
  case xCal
  case media
  case geoRSS
  case gml
  /// W3C basic geo, `geo:`.
  case geo
  /// Google data, `gd:`.
  case google
  case iTunes
  /// Campus Labs Engage, whose elements are in the namespace `events`.
  case engage
  case trumba
  /// FeedBurner and Pheedo, which replace links by counted redirects.
  case linkCounter
  case xhtml
  case rdf
  case other

  static func of(_ name: XMLName) -> XMLNamespace {
    guard let namespace = name.namespace, !namespace.isEmpty else {
      return name.prefix.isEmpty ? .rss : byPrefix[name.prefix.lowercased()] ?? .other
    }
    let plain = plain(namespace)
    return byNamespace[plain] ?? (plain.hasSuffix("/calendar.aspx") ? .civicPlus : .other)
  }

  /// Normalizes a namespace: publishers vary case, scheme and the final character.
  private static func plain(_ namespace: String) -> String {
    var text = namespace.lowercased()[...]
    if text.hasPrefix("https://") { text = text.dropFirst(8) }
    if text.hasPrefix("http://") { text = text.dropFirst(7) }
    if text.hasPrefix("www.") { text = text.dropFirst(4) }
    while text.hasSuffix("/") || text.hasSuffix("#") { text = text.dropLast() }
    if text.hasPrefix("backend.userland.com/") { return "backend.userland.com" }
    return String(text)
  }

  private static let byNamespace: [String: XMLNamespace] = [
    "purl.org/rss/1.0": .rss, "my.netscape.com/rdf/simple/0.9": .rss,
    "channel.netscape.com/rdf/simple/0.9": .rss, "my.netscape.com/publish/formats/rss-0.91": .rss,
    "backend.userland.com": .rss, "blogs.law.harvard.edu/tech/rss": .rss,
    "cyber.law.harvard.edu/rss": .rss, "purl.org/net/rss1.1": .rss,
    "w3.org/2005/atom": .atom, "purl.org/atom/ns": .atom, "example.com/newformat": .atom,
    "purl.org/dc/elements/1.1": .dublinCore, "purl.org/dc/elements/1.0": .dublinCore,
    "purl.org/metadata/dublin_core": .dublinCore, "purl.org/dc/terms": .dublinCoreTerms,
    "purl.org/rss/1.0/modules/content": .content,
    "purl.org/rss/1.0/modules/event": .event, "web.resource.org/rss/1.0/modules/event": .event,
    "urn:ietf:params:xml:ns:xcal": .xCal, "urn:ietf:params:xml:ns:icalendar-2.0": .xCal,
    "w3.org/2002/12/cal": .xCal, "w3.org/2002/12/cal/ical": .xCal,
    "webnus.net/rss/mec": .modernEvents,
    "search.yahoo.com/mrss": .media, "georss.org/georss": .geoRSS, "georss.org/georss/10": .geoRSS,
    "opengis.net/gml": .gml, "w3.org/2003/01/geo/wgs84_pos": .geo,
    "w3.org/2003/01/geo": .geo, "schemas.google.com/g/2005": .google,
    "itunes.com/dtds/podcast-1.0.dtd": .iTunes, "events": .engage,
    "schemas.trumba.com/rss/x-trumba": .trumba,
    "rssnamespace.org/feedburner/ext/1.0": .linkCounter,
    "pheedo.com/namespace/pheedo": .linkCounter, "w3.org/1999/xhtml": .xhtml,
    "w3.org/1999/02/22-rdf-syntax-ns": .rdf,
  ]

  private static let byPrefix: [String: XMLNamespace] = [
    "atom": .atom, "dc": .dublinCore, "dcterms": .dublinCoreTerms, "content": .content,
    "calendarevent": .civicPlus, "ev": .event, "event": .event, "mec": .modernEvents, "xcal": .xCal,
    "media": .media,
    "georss": .geoRSS, "gml": .gml,
    "geo": .geo, "gd": .google, "itunes": .iTunes, "rdf": .rdf, "xhtml": .xhtml, "rss": .rss,
    "x-trumba": .trumba, "feedburner": .linkCounter, "pheedo": .linkCounter,
  ]
}
