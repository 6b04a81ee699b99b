public import AlmanacModel

/// Reads facets from an event's text that no source provides in a field: price, audience,
/// attendance, language and hashtags.
///
/// Ambiguous text gives no facet, because a wrong "free" is worse than none. The kind (official or
/// community) comes from the source.
public struct FacetReader: Sendable {
  /// In bytes. The end of a long description contains little about the event.
  static let textLength = 2_000

  private let prices = PriceFacet()
  private let audiences = AudienceFacet()
  private let attendance = AttendanceFacet()
  private let languages = LanguageFacet()

  public init() {}

  /// In the order of `EventFacet.Name`, at most one of each except tags.
  ///
  /// - Parameter event: With the fields of its sources.
  public func facets(of event: Event) -> [EventFacet] {
    let title = FacetText(event.title, field: "title")
    let text = FacetText(event.text ?? "", field: "text")
    var facets: [EventFacet] = []
    if event.price == nil, let price = prices.read([title, text]) { facets.append(price) }
    if event.audience == nil, let audience = audiences.read([title, text]) {
      facets.append(audience)
    }
    if let mode = attendance.read(event, title: title, text: text) { facets.append(mode) }
    if event.language == nil, let language = languages.read([title, text]) {
      facets.append(language)
    }
    return facets + HashtagFacet.read(text, excluding: event.tags)
  }
}

/// One field of an event, as written and folded.
struct FacetText {
  /// As in `EventFacet.source`.
  let field: String
  let raw: String
  let folded: FoldedText

  init(_ text: String, field: String) {
    self.field = field
    folded = FoldedText(text, upTo: FacetReader.textLength)
    raw =
      text.utf8.count > FacetReader.textLength
      ? String(text.prefix(FacetReader.textLength)) : text
  }

  func source(_ words: String) -> String { "\(field): \(words)" }
}
