import AlmanacModel
import AlmanacTime

/// What the events of `site/data.js` refer to: categories, sources, campuses with their places.
struct SiteReferences {
  let index: EditionIndex
  let days: [String: ComingDays]
  let calendars: CalendarPaths
  /// Calendar paths of the places where something happens: the others may have none.
  let busy: Set<String>

  private var contents: EditionContents { index.contents }

  func write(to json: inout JSONWriter) {
    json.key("categories")
    json.beginArray()
    for category in contents.taxonomy.categories {
      json.newline()
      json.beginObject()
      json.member("id", category.id)
      json.member("name", category.name)
      json.member("calendar", calendars.category(category.id))
      json.endObject()
    }
    json.endArray()
    json.key("sources")
    json.beginArray()
    for source in contents.sources {
      json.newline()
      write(source, to: &json)
    }
    json.endArray()
    json.key("campuses")
    json.beginArray()
    for campus in contents.campuses { write(campus, to: &json) }
    json.endArray()
  }

  private func write(_ source: Source, to json: inout JSONWriter) {
    json.beginObject()
    json.member("id", source.id)
    json.member("name", source.name)
    json.member("attribution", index.thanks(to: source.id))
    json.member("website", index.provider(of: source.id)?.website)
    json.member("license", source.license)
    if source.kind.hasEvents { json.member("calendar", calendars.source(source.id)) }
    json.endObject()
  }

  private func write(_ campus: Campus, to json: inout JSONWriter) {
    let gazetteer = contents.gazetteers[campus.id]
    let presence = contents.presence[campus.id].map {
      PresenceSummary($0, zone: index.zone(ofCampus: campus.id))
    }
    json.newline()
    json.beginObject()
    json.member("id", campus.id)
    json.member("name", campus.name)
    json.member("timezone", campus.timezone)
    json.member("firstDay", days[campus.id]?.first.description)
    if let bounds = gazetteer?.bounds {
      json.key("bounds")
      json.beginArray()
      for degrees in [bounds.west, bounds.south, bounds.east, bounds.north] {
        json.number(degrees, decimals: 6)
      }
      json.endArray()
    }
    json.member("placeCategories", gazetteer?.categories ?? [])
    json.key("places")
    json.beginArray()
    for place in gazetteer?.places ?? [] where place.replacedBy == nil {
      json.newline()
      write(place, campus: campus.id, presence, to: &json)
    }
    json.endArray()
    json.endObject()
  }

  private func write(
    _ place: Place, campus: String, _ presence: PresenceSummary?, to json: inout JSONWriter
  ) {
    json.beginObject()
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
      json.key("outline")
      json.beginArray()
      for corner in outline { json.element(corner) }
      json.endArray()
    }
    json.member(imagesOf: place.id, campus: campus, in: contents)
    if let cell = presence?.last[place.id] {
      json.key("presence")
      cell.write(to: &json)
    }
    if let usual = presence?.usual[place.id], !usual.isEmpty {
      json.key("usual")
      json.beginObject()
      for (hour, cell) in usual.sorted(by: { $0.key < $1.key }) {
        json.key("\(hour)")
        json.beginObject()
        cell.writeSize(to: &json)
        json.endObject()
      }
      json.endObject()
    }
    json.endObject()
  }
}

extension JSONWriter {
  /// `[latitude, longitude]` in degrees, as the map library wants them; six decimals are a hand's
  /// breadth.
  mutating func element(_ point: Coordinate) {
    beginArray()
    number(point.latitude, decimals: 6)
    number(point.longitude, decimals: 6)
    endArray()
  }

  mutating func member(_ name: String, _ point: Coordinate?) {
    guard let point else { return }
    key(name)
    element(point)
  }
}
