import AlmanacModel
import AlmanacTime

/// Writes the records to which the events of `site/data.js` refer: categories, sources, campuses, places.
struct SiteReferences {
  let index: EditionIndex
  let days: [String: UpcomingDays]
  let calendars: CalendarPaths
  /// Calendar paths of the places with events. Other places may have no calendar.
  let busy: Set<String>

  private var contents: EditionContents { index.contents }

  func write(to json: inout JSONWriter) {
    json.objects("categories", contents.taxonomy.categories, onLines: true) { category, json in
      json.member("id", category.id)
      json.member("name", category.name)
      json.member("calendar", calendars.category(category.id))
    }
    json.objects("sources", contents.sources, onLines: true) { source, json in
      json.member("id", source.id)
      json.member("name", source.name)
      json.member("attribution", index.attributionText(ofSource: source.id))
      json.member("website", index.provider(of: source.id)?.website)
      json.member("license", source.license)
      if source.kind.hasEvents { json.member("calendar", calendars.source(source.id)) }
    }
    json.objects("campuses", contents.campuses, onLines: true) { write($0, to: &$1) }
  }

  private func write(_ campus: Campus, to json: inout JSONWriter) {
    let gazetteer = contents.gazetteers[campus.id]
    let presence = contents.presence[campus.id].map {
      PresenceSummary($0, zone: index.zone(ofCampus: campus.id))
    }
    json.member("id", campus.id)
    json.member("name", campus.name)
    json.member("timezone", campus.timezone)
    json.member("firstDay", days[campus.id]?.first.description)
    if let bounds = gazetteer?.bounds {
      json.array("bounds") {
        for degrees in [bounds.west, bounds.south, bounds.east, bounds.north] {
          $0.number(degrees, decimals: 6)
        }
      }
    }
    json.member("placeCategories", gazetteer?.categories ?? [])
    let places = (gazetteer?.places ?? []).filter { $0.replacedBy == nil }
    json.objects("places", places, onLines: true) {
      write($0, campus: campus.id, presence, to: &$1)
    }
  }

  private func write(
    _ place: Place, campus: String, _ presence: PresenceSummary?, to json: inout JSONWriter
  ) {
    json.member("id", place.id)
    json.member("name", place.name)
    json.member("category", place.category)
    json.member("subcategory", place.subcategory)
    json.member("within", place.within)
    let calendar = calendars.place(place.id, campus: campus)
    if busy.contains(calendar) { json.member("calendar", calendar) }
    json.member("point", place.coordinate)
    let outline = PlaceOutline.of(place)
    if !outline.isEmpty {
      json.array("outline") { for corner in outline { $0.element(corner) } }
    }
    json.member(imagesOf: place.id, campus: campus, in: contents)
    if let cell = presence?.last[place.id] {
      json.key("presence")
      cell.write(to: &json)
    }
    if let usual = presence?.usual[place.id], !usual.isEmpty {
      json.object("usual") {
        for (hour, cell) in usual.sorted(by: { $0.key < $1.key }) {
          $0.object("\(hour)") { cell.writeSize(to: &$0) }
        }
      }
    }
  }
}
