import AlmanacModel
import AlmanacTime

/// The fields by which occurrences are filtered. Each value is a token in column `facets` of
/// `occurrence_search`.
enum Facet: String, CaseIterable {
  case category, free, kind, long, organizer, place, point, price, source, tag

  /// Duration in seconds above which an occurrence is `long`: 25 hours, the longest day when
  /// daylight saving time ends.
  static let longSeconds = 90_000

  /// Maximum durations in days of the classes of long occurrences, ascending. A query for a time
  /// reads those of a class only as far back as they can reach.
  static let longDays = [8, 64]
  /// The class of longer occurrences.
  static let longestValue = "more"

  /// The class of an occurrence's duration; nil if it isn't long.
  static func longValue(seconds: Int64) -> String? {
    guard seconds > longSeconds else { return nil }
    return longDays.first { seconds <= $0 * 86_400 }.map(String.init) ?? longestValue
  }

  /// Prefix of the field's tokens.
  var prefix: String { "x\(rawValue)" }
}

/// Assigns tokens to facet values, in the order of their first use.
final class Facets {
  /// Every facet value and its token.
  private(set) var entries: [(token: String, facet: Facet, value: String)] = []
  private var tokens: [Facet: [String: String]] = [:]
  private let parents: [String: String]
  /// The tokens of a place and of all places that contain it.
  private var placeTokens: [String: String] = [:]
  /// Cache of folded texts, because most occur repeatedly.
  private var folded: [String: String] = [:]

  /// - Parameter gazetteers: By campus id.
  init(_ gazetteers: [String: Gazetteer]) {
    var parents: [String: String] = [:]
    for (campus, gazetteer) in gazetteers {
      for place in gazetteer.places {
        guard let parent = place.within else { continue }
        parents[PlaceID.text(campus: campus, place: place.id)] =
          PlaceID.text(campus: campus, place: parent)
      }
    }
    self.parents = parents
  }

  /// The tokens that all occurrences of an event share.
  func tokens(of published: PublishedEvent) -> String {
    let event = published.event
    var found = [token(.kind, event.kind.rawValue)]
    found += published.categories.map { token(.category, $0.id) }
    found += event.listings.map { token(.source, $0.source) }
    found += event.tags.map { token(.tag, fold($0)) }
    if let organizer = event.organizer { found.append(token(.organizer, fold(organizer))) }
    if published.isFree == true { found.append(token(.free, "1")) }
    if let amount = published.priceFrom { found.append(token(.price, "\(amount)")) }
    return found.joined(separator: " ")
  }

  /// The tokens of one occurrence.
  func tokens(place: String?, latitude: Double?, longitude: Double?, seconds: Int64) -> String {
    var found = place.map(tokens(ofPlace:)) ?? ""
    if let latitude, let longitude { found += " " + token(.point, "\(latitude),\(longitude)") }
    if let value = Facet.longValue(seconds: seconds) { found += " " + token(.long, value) }
    return found
  }

  /// The tokens of a place and its parents; stops if parents form a cycle.
  private func tokens(ofPlace place: String) -> String {
    if let known = placeTokens[place] { return known }
    var found: [String] = []
    var seen: Set<String> = []
    var next: String? = place
    while let id = next, seen.insert(id).inserted {
      found.append(token(.place, id))
      next = parents[id]
    }
    let text = found.joined(separator: " ")
    placeTokens[place] = text
    return text
  }

  private func token(_ facet: Facet, _ value: String) -> String {
    if let known = tokens[facet]?[value] { return known }
    let token = "\(facet.prefix)\((tokens[facet]?.count ?? 0) + 1)"
    tokens[facet, default: [:]][value] = token
    entries.append((token, facet, value))
    return token
  }

  private func fold(_ text: String) -> String {
    if let known = folded[text] { return known }
    let value = TextFolding.fold(text)
    folded[text] = value
    return value
  }
}
