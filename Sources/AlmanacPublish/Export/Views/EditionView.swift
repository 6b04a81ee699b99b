import AlmanacModel
import AlmanacTime

/// A selection of events with files of its own; an entry of `views.yaml`.
public struct EditionView: Hashable, Sendable, Codable, Identifiable {
  /// Small letters, digits and hyphens; part of the files' names.
  public var id: String
  /// For people.
  public var name: String
  public var filter: EventFilter

  public init(id: String, name: String, filter: EventFilter) {
    self.id = id
    self.name = name
    self.filter = filter
  }

  var calendarPath: String { "calendars/view/\(id).ics" }
  var featuresPath: String { "geojson/view/\(id).geojson" }
  var feeds: UpcomingFeeds.Paths {
    UpcomingFeeds.Paths(
      json: "feeds/view/\(id).json", rss: "feeds/view/\(id).rss", atom: "feeds/view/\(id).atom")
  }
  var listPath: String { "site/view/\(id).html" }
  var digestPath: String { "site/view/\(id)-week.html" }
  var digestTextPath: String { "site/view/\(id)-week.md" }

  /// The page's own filter that shows the same, as its address has it; nil where it has none.
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
