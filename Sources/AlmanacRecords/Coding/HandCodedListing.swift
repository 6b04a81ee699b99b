public import AlmanacModel
import AlmanacTime

extension Listing: HandCoded {
  public func write(to output: inout RecordOutput) {
    output.beginObject()
    output.member("audience", audience)
    output.member("campus", campus)
    output.member("categories", categories)
    output.member("contact", contact)
    output.member("coordinate", coordinate)
    output.member("end", end)
    output.member("html", html)
    output.member("image", image)
    output.member("key", key)
    output.member("kind", kind)
    // What a document says of its language, it may say behind its items.
    output.memberOrGap("language", language)
    output.member("line", line)
    output.member("link", link)
    output.member("onlineURL", onlineURL)
    output.member("organizer", organizer)
    output.member("overrides", overrides)
    output.member("price", price)
    output.member("published", published)
    output.member("recurrence", recurrence)
    output.member("sequence", sequence)
    output.member("source", source)
    output.member("start", start)
    output.member("status", status)
    output.member("tags", tags)
    output.member("text", text)
    output.member("title", title)
    output.member("transparency", transparency)
    output.member("uid", uid)
    output.member("updated", updated)
    output.member("venue", venue)
    output.member("visibility", visibility)
    output.endObject()
  }

  public init(from input: inout RecordInput) throws(RecordInput.Unexpected) {
    try input.beginObject()
    let audience: String? = try input.optional("audience")
    let campus: String = try input.member("campus")
    let categories: [String] = try input.member("categories")
    let contact: String? = try input.optional("contact")
    let coordinate: Coordinate? = try input.optional("coordinate")
    let end: CalendarTime? = try input.optional("end")
    let html: String? = try input.optional("html")
    let image: String? = try input.optional("image")
    let key: String = try input.member("key")
    let kind: EventKind = try input.member("kind")
    let language: String? = try input.optional("language")
    let line: Int? = try input.optional("line")
    let link: String? = try input.optional("link")
    let onlineURL: String? = try input.optional("onlineURL")
    let organizer: String? = try input.optional("organizer")
    let overrides: [ListingOverride] = try input.member("overrides")
    let price: String? = try input.optional("price")
    let published: CalendarTime? = try input.optional("published")
    let recurrence: Recurrence? = try input.optional("recurrence")
    let sequence: Int = try input.member("sequence")
    let source: String = try input.member("source")
    let start: CalendarTime = try input.member("start")
    let status: EventStatus = try input.member("status")
    let tags: [String] = try input.member("tags")
    let text: String? = try input.optional("text")
    let title: String = try input.member("title")
    let transparency: Transparency? = try input.optional("transparency")
    let uid: String? = try input.optional("uid")
    let updated: CalendarTime? = try input.optional("updated")
    let venue: String? = try input.optional("venue")
    let visibility: Visibility = try input.member("visibility")
    try input.endObject()
    self.init(
      source: source, campus: campus, key: key, uid: uid, link: link, title: title, text: text,
      html: html, start: start, end: end, recurrence: recurrence, overrides: overrides,
      venue: venue, coordinate: coordinate, status: status, visibility: visibility,
      transparency: transparency, kind: kind, categories: categories, tags: tags,
      audience: audience, price: price, organizer: organizer, contact: contact, image: image,
      language: language, onlineURL: onlineURL, published: published, updated: updated,
      sequence: sequence, line: line)
  }
}

extension Recurrence: HandCoded {
  public func write(to output: inout RecordOutput) {
    output.beginObject()
    output.member("additions", additions)
    output.member("exclusionRules", exclusionRules)
    output.member("exclusions", exclusions)
    output.member("rules", rules)
    output.endObject()
  }

  public init(from input: inout RecordInput) throws(RecordInput.Unexpected) {
    self.init()
    try input.beginObject()
    additions = try input.member("additions")
    exclusionRules = try input.member("exclusionRules")
    exclusions = try input.member("exclusions")
    rules = try input.member("rules")
    try input.endObject()
  }
}

extension ListingOverride: HandCoded {
  public func write(to output: inout RecordOutput) {
    output.beginObject()
    output.member("end", end)
    output.member("recurrenceID", recurrenceID)
    output.member("start", start)
    output.member("status", status)
    output.member("text", text)
    output.member("thisAndFuture", thisAndFuture)
    output.member("title", title)
    output.member("venue", venue)
    output.endObject()
  }

  public init(from input: inout RecordInput) throws(RecordInput.Unexpected) {
    try input.beginObject()
    let end: CalendarTime? = try input.optional("end")
    let recurrenceID: CalendarTime = try input.member("recurrenceID")
    let start: CalendarTime = try input.member("start")
    let status: EventStatus = try input.member("status")
    let text: String? = try input.optional("text")
    let thisAndFuture: Bool = try input.member("thisAndFuture")
    let title: String? = try input.optional("title")
    let venue: String? = try input.optional("venue")
    try input.endObject()
    self.init(
      recurrenceID: recurrenceID, thisAndFuture: thisAndFuture, start: start, end: end,
      title: title, text: text, venue: venue, status: status)
  }
}

extension EventKind: HandCoded {}
extension EventStatus: HandCoded {}
extension Transparency: HandCoded {}
extension Visibility: HandCoded {}
