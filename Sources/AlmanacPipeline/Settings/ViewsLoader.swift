import AlmanacModel
import AlmanacPublish
import AlmanacTime

extension ConfigurationNode {
  /// The content of `views.yaml`: selections of events with files of their own, by the filters of `query`.
  func views(_ settings: Settings) throws(ConfigurationError) -> [EditionView] {
    var views: [EditionView] = []
    for node in self["views"]?.elements ?? [] {
      let id = node["id"]?.text ?? ""
      guard !views.contains(where: { $0.id == id }) else {
        throw node.error("the view '\(id)' is there twice")
      }
      let filter = try node["filter"]?.eventFilter(settings) ?? EventFilter()
      views.append(EditionView(id: id, name: node["name"]?.text ?? id, filter: filter))
    }
    return views
  }

  private func eventFilter(_ settings: Settings) throws(ConfigurationError) -> EventFilter {
    var filter = EventFilter()
    filter.text = self["text"]?.text
    for category in self["category"]?.elements ?? [] {
      filter.categories.append(try TaxonomyLoader.id(category, in: settings.taxonomy))
    }
    for place in self["place"]?.elements ?? [] {
      filter.places.append(try place.place(in: settings.campuses.map(\.gazetteer)))
    }
    for source in self["source"]?.elements ?? [] {
      guard let id = source.text, settings.sourceIDs.contains(id) else {
        throw source.error("there is no source '\(source.text ?? "")'")
      }
      filter.sources.append(id)
    }
    filter.near = try self["near"]?.coordinate()
    read("radius", \.number, into: &filter.radius)
    filter.kind = self["kind"]?.word(EventKind.self)
    read("free", \.bool, into: &filter.isFree)
    read("online", \.bool, into: &filter.isOnline)
    filter.maxPrice = self["maxPrice"]?.number
    filter.tags = self["tag"]?.texts ?? []
    filter.organizers = self["organizer"]?.texts ?? []
    filter.audiences = self["audience"]?.texts ?? []
    return filter
  }
}
