import AlmanacModel
import AlmanacPublish

extension ConfigurationNode {
  /// The content of `views.yaml`: selections of events with files of their own, by the filters of `query`.
  func views(_ settings: Settings) throws(ConfigurationError) -> [EditionView] {
    var views: [EditionView] = try decoded("views")
    for (index, node) in child("views").elements.enumerated() {
      let id = views[index].id
      guard !views[..<index].contains(where: { $0.id == id }) else {
        throw node.error("the view '\(id)' is there twice")
      }
      let filter = node.child("filter")
      views[index].filter.categories = []
      for category in filter.child("category").elements {
        views[index].filter.categories.append(
          try TaxonomyLoader.id(category, in: settings.taxonomy))
      }
      try filter["place"]?.checkPlaces(in: settings.campuses.map(\.gazetteer))
      for source in filter.child("source").elements
      where !settings.sourceIDs.contains(source.text ?? "") {
        throw source.error("there is no source '\(source.text ?? "")'")
      }
    }
    return views
  }
}
