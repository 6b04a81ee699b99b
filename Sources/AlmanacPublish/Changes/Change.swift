import AlmanacModel
import AlmanacTime

/// One difference between two editions.
struct Change: Hashable {
  enum Kind: String, CaseIterable {
    case added
    /// One field has another value.
    case changed
    /// An event, or one of its occurrences, does not take place.
    case cancelled
    /// An event that lay ahead is no longer stated by anyone.
    case withdrawn
    /// An event turned out to be another one; its id redirects.
    case merged
  }

  var kind: Kind
  /// Id of the event; of the one that is gone where two were merged.
  var event: String
  var title: String
  var at: Instant
  let field: String?
  /// nil also of a field whose values are not told.
  let old: String?
  let new: String?

  /// That they differ is told, their values are not: the log outlives the day on which a source's
  /// texts may be published.
  private static let hiddenFields: Set = ["description", "description_html"]

  init(
    _ kind: Kind, event: String, title: String, at: Instant, field: String? = nil,
    old: String? = nil, new: String? = nil
  ) {
    self.kind = kind
    self.event = event
    self.title = title
    self.at = at
    self.field = field
    let isPublic = field.map { !Self.hiddenFields.contains($0) } ?? true
    self.old = isPublic ? old : nil
    self.new = isPublic ? new : nil
  }

  /// One record of `changes.ndjson`.
  func write(to json: inout JSONWriter) {
    json.beginObject()
    json.member("change", kind.rawValue)
    json.member("event", event)
    json.member("title", title)
    json.member("at", at.rfc3339)
    json.member("field", field)
    json.member("old", old)
    json.member("new", new)
    json.endObject()
    json.endLine()
  }
}
