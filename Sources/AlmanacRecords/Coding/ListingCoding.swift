public import AlmanacModel
import AlmanacTime

extension Listing: JSONMemberCodable {
  public static var blank: Listing {
    Listing(source: "", campus: "", key: "", title: "", start: .blank)
  }

  public mutating func code(with coder: inout some JSONMemberCoder) throws(UnexpectedRecord) {
    try coder.member("audience", &audience)
    try coder.member("campus", &campus)
    try coder.member("categories", &categories)
    try coder.member("contact", &contact)
    try coder.member("coordinate", &coordinate)
    try coder.member("end", &end)
    try coder.member("html", &html)
    try coder.member("image", &image)
    try coder.member("key", &key)
    try coder.member("kind", &kind)
    try coder.member("language", &language)
    try coder.member("line", &line)
    try coder.member("link", &link)
    try coder.member("onlineURL", &onlineURL)
    try coder.member("organizer", &organizer)
    try coder.member("overrides", &overrides)
    try coder.member("price", &price)
    try coder.member("published", &published)
    try coder.member("recurrence", &recurrence)
    try coder.member("sequence", &sequence)
    try coder.member("source", &source)
    try coder.member("start", &start)
    try coder.member("status", &status)
    try coder.member("tags", &tags)
    try coder.member("text", &text)
    try coder.member("title", &title)
    try coder.member("transparency", &transparency)
    try coder.member("uid", &uid)
    try coder.member("updated", &updated)
    try coder.member("venue", &venue)
    try coder.member("visibility", &visibility)
    try coder.member("yearGuess", &yearGuess)
  }
}

extension Recurrence: JSONMemberCodable {
  public static var blank: Recurrence { Recurrence() }

  public mutating func code(with coder: inout some JSONMemberCoder) throws(UnexpectedRecord) {
    try coder.member("additions", &additions)
    try coder.member("exclusionRules", &exclusionRules)
    try coder.member("exclusions", &exclusions)
    try coder.member("rules", &rules)
  }
}

extension ListingOverride: JSONMemberCodable {
  public static var blank: ListingOverride { ListingOverride(recurrenceID: .blank, start: .blank) }

  public mutating func code(with coder: inout some JSONMemberCoder) throws(UnexpectedRecord) {
    try coder.member("end", &end)
    try coder.member("recurrenceID", &recurrenceID)
    try coder.member("start", &start)
    try coder.member("status", &status)
    try coder.member("text", &text)
    try coder.member("thisAndFuture", &thisAndFuture)
    try coder.member("title", &title)
    try coder.member("venue", &venue)
  }
}

extension EventKind: FastJSONCodable {}
extension EventStatus: FastJSONCodable {}
extension Transparency: FastJSONCodable {}
extension Visibility: FastJSONCodable {}
extension YearGuess: FastJSONCodable {}
