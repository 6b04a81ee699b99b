import AlmanacModel

/// Maps a schema.org event to entries: one, or one for each of several schedules.
struct SchemaEventMapper {
  private let context: ReadingContext
  private let index: SchemaIndex
  private let times: SchemaTimes
  /// The line of the findings.
  private let line: Int?

  init(_ context: ReadingContext, _ index: SchemaIndex, line: Int? = nil) {
    self.context = context
    self.index = index
    self.line = line
    times = SchemaTimes(context)
  }

  func entries(_ event: SchemaNode) -> [Entry] {
    let entry = undated(event)
    // A schedule without repetition adds nothing to the event's own times.
    let schedules = index.values("eventSchedule", of: event).compactMap(\.node)
      .filter { $0.text("repeatFrequency") != nil || event.text("startDate") == nil }
    guard !schedules.isEmpty else { return [dated(entry, event)] }
    return schedules.prefix(64).enumerated().map { number, schedule in
      var one = entry
      times.fill(&one, from: schedule, of: event)
      if one.start == nil, one.unreadable.isEmpty { one = dated(entry, event) }
      // Each schedule is a listing of its own and needs its own key.
      if number > 0, let key = one.id ?? one.link ?? one.title { one.id = "\(key)#\(number + 1)" }
      return one
    }
  }

  private func dated(_ entry: Entry, _ event: SchemaNode) -> Entry {
    var entry = entry
    times.fill(&entry, from: event)
    return entry
  }

  private func undated(_ event: SchemaNode) -> Entry {
    var fields = FieldSanitizer(limits: context.limits, line: line)
    var entry = Entry()
    entry.line = line
    entry.title = fields.htmlLine(title(of: event), of: "name")
    readIdentity(event, &fields, &entry)
    readText(event, &fields, &entry)
    readPlace(event, &fields, &entry)
    readPeople(event, &fields, &entry)
    readWords(event, &fields, &entry)
    entry.price = SchemaPrice.text(of: event, index, &fields)
    let moments = TimeFields(context)
    entry.published = moments.moment(event.text("datePublished"), of: "published", in: &entry)
    entry.updated = moments.moment(event.text("dateModified"), of: "updated", in: &entry)
    entry.problems += fields.problems
    return entry
  }

  /// The event's name; screenings and plays may be named by the work.
  private func title(of event: SchemaNode) -> String? {
    if let name = event.text("name", "headline", "summary") { return name }
    let works = ["workPresented", "workPerformed", "workFeatured"].lazy
    return works.flatMap { index.values($0, of: event) }.compactMap(\.text).first
  }

  /// Reads id and link. The node's own identifier comes first, unless it is local to the document.
  private func readIdentity(
    _ event: SchemaNode, _ fields: inout FieldSanitizer, _ entry: inout Entry
  ) {
    let own = event.id.flatMap { $0.hasPrefix("_:") || $0.hasPrefix("#") ? nil : $0 }
    let identifiers = event.values("identifier").lazy.compactMap { value in
      // The name of a PropertyValue is the kind of the identifier.
      value.node?.text("value") ?? value.text
    }
    entry.id = fields.line(own ?? identifiers.first, of: "id")
    let page = event.values("mainEntityOfPage").lazy.compactMap { value in
      value.node?.id ?? value.text
    }
    let address =
      event.text("url") ?? page.first(where: URLText.isWebAddress)
      ?? own.flatMap { URLText.isWebAddress($0) ? $0 : nil }
    entry.link = fields.link(address, of: "url", base: context.baseURL)
  }

  private func readText(
    _ event: SchemaNode, _ fields: inout FieldSanitizer, _ entry: inout Entry
  ) {
    let body = fields.html(
      event.text("description").map(SchemaText.markup), of: "description", base: context.baseURL)
    entry.summary = body.text
    entry.html = body.html
    let images = index.values("image", of: event).lazy.compactMap { value in
      value.node.map { $0.text("url", "contentUrl", "thumbnailUrl") ?? $0.id } ?? value.text
    }
    entry.image = fields.link(images.first, of: "image", base: context.baseURL)
  }

  private func readPlace(
    _ event: SchemaNode, _ fields: inout FieldSanitizer, _ entry: inout Entry
  ) {
    let states = index.values("eventStatus", of: event).compactMap(\.text)
    let modes = index.values("eventAttendanceMode", of: event).compactMap(\.text)
    let words = Set((states + modes).map { SchemaType.local($0).lowercased() })
    let isOnlineOnly =
      words.contains("onlineeventattendancemode")
      || (words.contains("eventmovedonline") && !words.contains("mixedeventattendancemode"))
    let location = SchemaLocation(
      of: event, isOnlineOnly: isOnlineOnly, index, base: context.baseURL, &fields)
    entry.venue = location.venue
    entry.address = location.address
    entry.coordinate = location.coordinate
    entry.onlineURL = location.onlineURL
    // All formats mark such events with this tag in the output.
    if words.contains("mixedeventattendancemode") { entry.tags.append("hybrid") }
    let statuses = states.compactMap(StatusWords.status)
    entry.status = statuses.first { $0 != .confirmed } ?? statuses.first
  }

  private func readPeople(
    _ event: SchemaNode, _ fields: inout FieldSanitizer, _ entry: inout Entry
  ) {
    entry.organizer = names("organizer", of: event, &fields)
    // A performer corresponds to the author of a text.
    entry.author = names("performer", of: event, &fields)
    entry.audience = index.values("audience", of: event).lazy.compactMap { value in
      value.node?.text("audienceType") ?? value.text
    }.first.flatMap { fields.htmlLine($0, of: "audience") }
    entry.audience =
      entry.audience ?? fields.htmlLine(event.text("typicalAgeRange"), of: "typicalAgeRange")
    let language = index.values("inLanguage", of: event).lazy.compactMap { value in
      value.node?.text("alternateName") ?? value.text
    }
    entry.language = fields.line(language.first, of: "inLanguage").flatMap(Self.languageTag)
  }

  private func names(
    _ property: String, of event: SchemaNode, _ fields: inout FieldSanitizer
  ) -> String? {
    var names: [String] = []
    for value in index.values(property, of: event).prefix(20) {
      // The Events Calendar may write the type in place of the name.
      guard let name = fields.htmlLine(value.text, of: property), !names.contains(name),
        !["Organization", "Person", "PerformingGroup"].contains(name)
      else { continue }
      names.append(name)
    }
    return names.isEmpty ? nil : names.joined(separator: ", ")
  }

  private func readWords(
    _ event: SchemaNode, _ fields: inout FieldSanitizer, _ entry: inout Entry
  ) {
    fields.addPlain(SchemaType.categories(of: event), of: "@type", to: &entry.categories)
    let words = event.texts("keywords").lazy.flatMap { $0.split(separator: ",") }
    fields.addHTML(words.map(String.init), of: "keywords", to: &entry.tags)
  }

  /// Accepts BCP 47 tags; names of languages are dropped.
  private static func languageTag(_ text: String) -> String? {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard let first = parts.first, (2...3).contains(first.utf8.count),
      parts.allSatisfy({ (1...8).contains($0.utf8.count) && $0.utf8.allSatisfy(\.isAlphanumeric) })
    else { return nil }
    return text
  }
}

/// Text of schema.org: plain by specification, often HTML in practice.
enum SchemaText {
  /// The text as HTML if it is escaped twice, as The Events Calendar writes `&lt;p&gt;`; else
  /// unchanged.
  static func markup(_ text: String) -> String {
    guard !text.utf8.contains(UInt8(ascii: "<")), text.utf8.contains(UInt8(ascii: "&")) else {
      return text
    }
    let decoded = HTMLEntities.decode(text)
    guard decoded.utf8.contains(UInt8(ascii: "<")), HTMLMarkup.isProbablyHTML(decoded) else {
      return text
    }
    return decoded
  }
}
