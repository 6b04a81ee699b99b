import AlmanacModel
import AlmanacTime

/// A difference between two editions.
struct Change: Hashable {
  enum Kind: String, CaseIterable {
    case added
    /// A field has another value.
    case changed
    /// An event or an occurrence was cancelled or postponed.
    case cancelled
    /// No source lists an upcoming event any more.
    case withdrawn
    /// The event was merged into another one; its id redirects.
    case merged
  }

  var kind: Kind
  /// The id of the event. For a merge, the id that no longer exists.
  var event: String
  var title: String
  var at: Instant
  let field: String?
  /// The previous value; also nil for a field whose values are not logged.
  let old: String?
  let new: String?

  /// Fields whose values are not logged. The log is kept longer than a source may permit its texts
  /// to be published.
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

  /// Writes one line of `changes.ndjson`.
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
