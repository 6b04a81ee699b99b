public import AlmanacModel
import AlmanacTime

extension Event: HandCoded {
  public func write(to output: inout RecordOutput) {
    output.beginObject()
    output.member("aliases", aliases)
    output.member("audience", audience)
    output.member("campus", campus)
    output.member("categorization", categorization)
    output.member("contact", contact)
    output.member("formerNames", formerNames)
    output.member("html", html)
    output.member("id", id)
    output.member("image", image)
    output.member("kind", kind)
    output.member("language", language)
    output.member("listings", listings)
    output.member("occurrences", occurrences)
    output.member("onlineURL", onlineURL)
    output.member("organizer", organizer)
    output.member("placement", placement)
    output.member("price", price)
    output.member("provenance", provenance)
    output.member("series", series)
    output.member("sourceCategories", sourceCategories)
    output.member("status", status)
    output.member("tags", tags)
    output.member("text", text)
    output.member("title", title)
    output.member("transparency", transparency)
    output.member("url", url)
    output.member("venue", venue)
    output.endObject()
  }

  public init(from input: inout RecordInput) throws(RecordInput.Unexpected) {
    try input.beginObject()
    let aliases: [String] = try input.member("aliases")
    let audience: String? = try input.optional("audience")
    let campus: String = try input.member("campus")
    let categorization: Categorization? = try input.optional("categorization")
    let contact: String? = try input.optional("contact")
    let formerNames: [String]? = try input.optional("formerNames")
    let html: String? = try input.optional("html")
    let id: String = try input.member("id")
    let image: String? = try input.optional("image")
    let kind: EventKind = try input.member("kind")
    let language: String? = try input.optional("language")
    let listings: [ListingReference] = try input.member("listings")
    let occurrences: [Occurrence] = try input.member("occurrences")
    let onlineURL: String? = try input.optional("onlineURL")
    let organizer: String? = try input.optional("organizer")
    let placement: Placement? = try input.optional("placement")
    let price: String? = try input.optional("price")
    let provenance: [String: String] = try input.member("provenance")
    let series: Series? = try input.optional("series")
    let sourceCategories: [String] = try input.member("sourceCategories")
    let status: EventStatus = try input.member("status")
    let tags: [String] = try input.member("tags")
    let text: String? = try input.optional("text")
    let title: String = try input.member("title")
    let transparency: Transparency? = try input.optional("transparency")
    let url: String? = try input.optional("url")
    let venue: String? = try input.optional("venue")
    try input.endObject()
    self.init(
      id: id, campus: campus, title: title, text: text, html: html, url: url, kind: kind,
      status: status, transparency: transparency, tags: tags, audience: audience, price: price,
      organizer: organizer, contact: contact, image: image, language: language,
      onlineURL: onlineURL, venue: venue, placement: placement,
      sourceCategories: sourceCategories, series: series, occurrences: occurrences,
      listings: listings, provenance: provenance, aliases: aliases,
      formerNames: formerNames, categorization: categorization)
  }
}

extension Series: HandCoded {
  public func write(to output: inout RecordOutput) {
    output.beginObject()
    output.member("end", end)
    output.member("recurrence", recurrence)
    output.member("start", start)
    output.endObject()
  }

  public init(from input: inout RecordInput) throws(RecordInput.Unexpected) {
    try input.beginObject()
    let end: CalendarTime? = try input.optional("end")
    let recurrence: Recurrence = try input.member("recurrence")
    let start: CalendarTime = try input.member("start")
    try input.endObject()
    self.init(start: start, end: end, recurrence: recurrence)
  }
}

extension Occurrence: HandCoded {
  public func write(to output: inout RecordOutput) {
    output.beginObject()
    output.member("end", end)
    output.member("listings", listings)
    output.member("placement", placement)
    output.member("recurrenceID", recurrenceID)
    output.member("start", start)
    output.member("status", status)
    output.member("text", text)
    output.member("title", title)
    output.member("venue", venue)
    output.member("weather", weather)
    output.endObject()
  }

  public init(from input: inout RecordInput) throws(RecordInput.Unexpected) {
    try input.beginObject()
    let end: CalendarTime? = try input.optional("end")
    let listings: [String] = try input.member("listings")
    let placement: Placement? = try input.optional("placement")
    let recurrenceID: CalendarTime? = try input.optional("recurrenceID")
    let start: CalendarTime = try input.member("start")
    let status: EventStatus = try input.member("status")
    let text: String? = try input.optional("text")
    let title: String? = try input.optional("title")
    let venue: String? = try input.optional("venue")
    let weather: OccurrenceWeather? = try input.optional("weather")
    try input.endObject()
    self.init(
      recurrenceID: recurrenceID, start: start, end: end, status: status, title: title, text: text,
      venue: venue, placement: placement, listings: listings, weather: weather)
  }
}

extension ListingReference: HandCoded {
  public func write(to output: inout RecordOutput) {
    output.beginObject()
    output.member("evidence", evidence)
    output.member("id", id)
    output.member("score", score)
    output.member("source", source)
    output.member("uid", uid)
    output.member("url", url)
    output.endObject()
  }

  public init(from input: inout RecordInput) throws(RecordInput.Unexpected) {
    try input.beginObject()
    let evidence: [String] = try input.member("evidence")
    let id: String = try input.member("id")
    let score: Double = try input.member("score")
    let source: String = try input.member("source")
    let uid: String? = try input.optional("uid")
    let url: String? = try input.optional("url")
    try input.endObject()
    self.init(id: id, source: source, uid: uid, url: url, score: score, evidence: evidence)
  }
}
