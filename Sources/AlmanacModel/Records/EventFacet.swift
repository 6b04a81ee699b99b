/// An attribute that was extracted from an event's text because no source has it in a field.
public struct EventFacet: Hashable, Sendable, Codable {
  public enum Name: String, Hashable, Sendable, Codable, CaseIterable {
    /// `Free`, `$12`, `$12–$20`.
    case price
    /// `Students`, `Ages 5–8`, `Public`.
    case audience
    /// `online`, `hybrid` or `in-person`.
    case attendance
    /// A language tag (BCP 47).
    case language
    /// One tag; an event may have several such facets.
    case tag
  }

  public var name: Name
  public var value: String
  /// The field and the words that it was read from, such as `text: free admission`.
  public var source: String

  public init(_ name: Name, _ value: String, source: String) {
    self.name = name
    self.value = value
    self.source = source
  }
}

extension Event {
  /// Sets the categorization, and fills empty fields from its facets.
  ///
  /// For such a field, `provenance` has the facet's source instead of a listing's id. Attendance
  /// becomes a tag, unless it is in person.
  public mutating func adopt(_ categorization: Categorization?) {
    self.categorization = categorization
    for facet in categorization?.facets ?? [] {
      switch facet.name {
      case .price: take(facet, for: \.price)
      case .audience: take(facet, for: \.audience)
      case .language: take(facet, for: \.language)
      case .attendance where facet.value == "in-person": break
      case .attendance, .tag: take(tag: facet)
      }
    }
  }

  private mutating func take(_ facet: EventFacet, for field: WritableKeyPath<Event, String?>) {
    guard self[keyPath: field] == nil else { return }
    self[keyPath: field] = facet.value
    provenance[facet.name.rawValue] = facet.source
  }

  private mutating func take(tag facet: EventFacet) {
    let wanted = facet.value.lowercased()
    guard !tags.contains(where: { $0.lowercased() == wanted }) else { return }
    tags.append(facet.value)
    provenance["tag \(facet.value)"] = facet.source
  }

  /// The event without the values that `adopt` added.
  public var withoutFacets: Event {
    guard let facets = categorization?.facets, !facets.isEmpty else { return self }
    var event = self
    for facet in facets {
      if event.provenance["tag \(facet.value)"] == facet.source {
        event.tags.removeAll { $0 == facet.value }
        event.provenance["tag \(facet.value)"] = nil
      }
      guard event.provenance[facet.name.rawValue] == facet.source else { continue }
      event.provenance[facet.name.rawValue] = nil
      switch facet.name {
      case .price: event.price = nil
      case .audience: event.audience = nil
      case .language: event.language = nil
      case .attendance, .tag: break
      }
    }
    return event
  }
}
