import AlmanacModel
import AlmanacTime

/// A value of an event, with the listing that provides it or the text from which it was inferred.
struct SourcedFact: Hashable, Sendable, Encodable {
  let name: String
  let value: String
  let source: String

  /// Kind, price, audience, attendance, language and tags, as far as they are known.
  static func facts(of event: Event?) -> [SourcedFact] {
    guard let event else { return [] }
    var facts = [fact("kind", event.kind.rawValue, of: event)]
    facts.append(fact("price", event.price, of: event))
    facts.append(fact("audience", event.audience, of: event))
    let mode = event.categorization?.facets?.first { $0.name == .attendance }
    facts.append(mode.map { SourcedFact(name: "attendance", value: $0.value, source: $0.source) })
    facts.append(fact("online", event.onlineURL, of: event, noted: "onlineURL"))
    facts.append(fact("language", event.language, of: event))
    facts += event.tags.map { tag in
      SourcedFact(
        name: "tag", value: tag, source: event.provenance["tag \(tag)"] ?? "listed in the feed")
    }
    return facts.compactMap(\.self) + edits(of: event)
  }

  /// Values that the operator edited and that no other line shows.
  private static func edits(of event: Event) -> [SourcedFact] {
    let first = event.occurrences.first
    let values = [
      ("title", event.title), ("text", event.text), ("url", event.url), ("image", event.image),
      ("status", event.status.rawValue), ("venue", event.venue), ("place", event.placement?.place),
      ("start", first?.start.publicText), ("end", first?.end?.publicText),
    ]
    return values.compactMap { name, value in
      event.provenance[name] == "decision" ? fact(name, value, of: event) : nil
    }
  }

  private static func fact(
    _ name: String, _ value: String?, of event: Event, noted field: String? = nil
  ) -> SourcedFact? {
    guard let value, !value.isEmpty else { return nil }
    return SourcedFact(
      name: name, value: value, source: event.provenance[field ?? name] ?? "its source's definition"
    )
  }
}
