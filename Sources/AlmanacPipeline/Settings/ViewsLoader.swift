import AlmanacModel
import AlmanacPublish
import AlmanacTime
import Foundation

/// Reads `views.yaml`: selections of events with files of their own, by the filters of `query`.
enum ViewsLoader {
  static func load(_ root: ConfigurationNode, _ settings: Settings) throws(ConfigurationError)
    -> [EditionView]
  {
    var views: [EditionView] = []
    for node in root["views"]?.elements ?? [] {
      let id = node["id"]?.text ?? ""
      guard !views.contains(where: { $0.id == id }) else {
        throw node.error("the view '\(id)' is there twice")
      }
      let filter = try node["filter"].map { node throws(ConfigurationError) in
        try self.filter(node, settings)
      }
      views.append(
        EditionView(id: id, name: node["name"]?.text ?? id, filter: filter ?? EventFilter()))
    }
    return views
  }

  private static func filter(_ node: ConfigurationNode, _ settings: Settings)
    throws(ConfigurationError) -> EventFilter
  {
    var filter = EventFilter()
    filter.text = node["text"]?.text
    for category in node["category"]?.elements ?? [] {
      filter.categories.append(try TaxonomyLoader.id(category, in: settings.taxonomy))
    }
    let places = Set(settings.campuses.flatMap { $0.gazetteer.places.map(\.id) })
    for place in node["place"]?.elements ?? [] {
      filter.places.append(try place.place(among: places))
    }
    for source in node["source"]?.elements ?? [] {
      guard let id = source.text, settings.sourceIDs.contains(id) else {
        throw source.error("there is no source '\(source.text ?? "")'")
      }
      filter.sources.append(id)
    }
    filter.near = try node["near"].map { node throws(ConfigurationError) in try node.coordinate() }
    node.read("radius", \.number, into: &filter.radius)
    filter.kind = node["kind"]?.word(EventKind.self)
    node.read("free", \.bool, into: &filter.isFree)
    node.read("online", \.bool, into: &filter.isOnline)
    filter.maxPrice = node["maxPrice"]?.number
    filter.tags = node["tag"]?.texts ?? []
    filter.organizers = node["organizer"]?.texts ?? []
    filter.audiences = node["audience"]?.texts ?? []
    return filter
  }
}
