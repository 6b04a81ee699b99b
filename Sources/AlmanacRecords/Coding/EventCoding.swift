public import AlmanacModel
import AlmanacTime

extension Event: JSONMemberCodable {
  public static var blank: Event {
    Event(id: "", campus: "", title: "", occurrences: [], listings: [])
  }

  public mutating func code(with coder: inout some JSONMemberCoder) throws(UnexpectedRecord) {
    try coder.member("aliases", &aliases)
    try coder.member("audience", &audience)
    try coder.member("campus", &campus)
    try coder.member("categorization", &categorization)
    try coder.member("contact", &contact)
    try coder.member("formerNames", &formerNames)
    try coder.member("html", &html)
    try coder.member("id", &id)
    try coder.member("image", &image)
    try coder.member("kind", &kind)
    try coder.member("language", &language)
    try coder.member("listings", &listings)
    try coder.member("occurrences", &occurrences)
    try coder.member("onlineURL", &onlineURL)
    try coder.member("organizer", &organizer)
    try coder.member("placement", &placement)
    try coder.member("price", &price)
    try coder.member("provenance", &provenance)
    try coder.member("series", &series)
    try coder.member("sourceCategories", &sourceCategories)
    try coder.member("status", &status)
    try coder.member("tags", &tags)
    try coder.member("text", &text)
    try coder.member("title", &title)
    try coder.member("transparency", &transparency)
    try coder.member("url", &url)
    try coder.member("venue", &venue)
  }
}

extension Series: JSONMemberCodable {
  public static var blank: Series { Series(start: .blank, end: nil, recurrence: Recurrence()) }

  public mutating func code(with coder: inout some JSONMemberCoder) throws(UnexpectedRecord) {
    try coder.member("end", &end)
    try coder.member("recurrence", &recurrence)
    try coder.member("start", &start)
  }
}

extension Occurrence: JSONMemberCodable {
  public static var blank: Occurrence { Occurrence(start: .blank) }

  public mutating func code(with coder: inout some JSONMemberCoder) throws(UnexpectedRecord) {
    try coder.member("end", &end)
    try coder.member("listings", &listings)
    try coder.member("placement", &placement)
    try coder.member("recurrenceID", &recurrenceID)
    try coder.member("start", &start)
    try coder.member("status", &status)
    try coder.member("text", &text)
    try coder.member("title", &title)
    try coder.member("venue", &venue)
    try coder.member("weather", &weather)
  }
}

extension ListingReference: JSONMemberCodable {
  public static var blank: ListingReference { ListingReference(id: "", source: "") }

  public mutating func code(with coder: inout some JSONMemberCoder) throws(UnexpectedRecord) {
    try coder.member("evidence", &evidence)
    try coder.member("id", &id)
    try coder.member("score", &score)
    try coder.member("source", &source)
    try coder.member("uid", &uid)
    try coder.member("url", &url)
  }
}
