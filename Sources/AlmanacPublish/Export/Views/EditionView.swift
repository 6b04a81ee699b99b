import AlmanacModel
import AlmanacTime

/// A selection of events with its own files; an entry of `views.yaml`.
public struct EditionView: Hashable, Sendable, Codable, Identifiable {
  /// Lower-case letters, digits and hyphens; part of the file names.
  public var id: String
  /// The display name.
  public var name: String
  public var filter: EventFilter

  var calendarPath: String { "calendars/view/\(id).ics" }
  var featuresPath: String { "geojson/view/\(id).geojson" }
  var feeds: UpcomingFeeds.Paths {
    UpcomingFeeds.Paths(
      json: "feeds/view/\(id).json", rss: "feeds/view/\(id).rss", atom: "feeds/view/\(id).atom")
  }
  var listPath: String { "site/view/\(id).html" }
  var digestPath: String { "site/view/\(id)-week.html" }
  var digestTextPath: String { "site/view/\(id)-week.md" }

  /// The page filter that selects the same events, as in the page's address; nil if there is none.
  var pageParameters: String? {
    let filter = filter
    let isBeyond =
      filter.from != nil || filter.to != nil || filter.maxPrice != nil || !filter.tags.isEmpty
      || !filter.sources.isEmpty || !filter.organizers.isEmpty || filter.places.count > 1
      || filter.audiences.count > 1
    guard !isBeyond else { return nil }
    var pairs = filter.categories.sorted().map { ("category", $0) }
    pairs += filter.places.map { ("place", $0) }
    if let point = filter.near {
      pairs += [
        ("near", "\(point.latitude),\(point.longitude)"), ("radius", "\(Int(filter.radius))"),
      ]
    }
    if let kind = filter.kind { pairs.append(("kind", kind.rawValue)) }
    if filter.isFree { pairs.append(("free", "1")) }
    if filter.isOnline { pairs.append(("online", "1")) }
    pairs += filter.audiences.map { ("audience", $0) }
    if let text = filter.text { pairs.append(("q", text)) }
    return pairs.map { "\($0)=\(EditionAddress.escaped($1))" }.joined(separator: "&")
  }
}
