import AlmanacModel

/// Maps the metadata of an Atom feed.
struct AtomFeedMapper {
  private(set) var document = Document(format: .atom)
  private let state: FeedState
  private let times: TimeFields
  private var fields: FieldSanitizer
  private(set) var paging = Paging()
  private var linkRank = 0
  private var links = AtomLinks()
  /// The bits of the fields read so far (see `FeedState.Meaning.single`).
  private var seen: UInt32 = 0
  /// The date syntax: W3C-DTF in Atom 0.3 (section 3.3), RFC 3339 in Atom 1.0.
  private(set) var form = DateForm.rfc3339

  init(_ context: ReadingContext, _ state: FeedState) {
    self.state = state
    times = TimeFields(context, state: state)
    fields = FieldSanitizer(limits: context.limits)
  }

  mutating func open(_ root: StartElement) {
    form = AtomVersion.form(of: root)
    document.language = root.language.map(LanguageTag.tidied)
  }

  /// Findings about the feed's own fields.
  var problems: [Finding] { fields.problems }

  mutating func take(_ node: XMLNode) {
    let meaning = state[node.name]
    paging.take(node)
    guard meaning.vocabulary == .atom || meaning.vocabulary == .rss else { return }
    if seen & meaning.single != 0 { state.note(.repeatedField, line: node.line) }
    seen |= meaning.single
    switch meaning.name {
    case .id:
      document.id = fields.line(node.text, of: "id")
      state.checkIRI(document.id, line: node.line)
      // An id is an IRI (RFC 4287, section 4.2.6); a relative one is resolved. Ids of entries stay
      // as written, because they only identify the entry (section 4.2.6.1).
      if let id = document.id, URLText.scheme(of: id) == nil {
        document.id = URLText.normalized(id, base: node.base) ?? id
      }
    case .title: document.title = document.title ?? fields.atomLine(node, of: "title")
    case .subtitle, .tagline:
      document.subtitle = document.subtitle ?? fields.atomLine(node, of: "subtitle")
    case .updated, .modified:
      document.updated =
        times.moment(node.text, as: form, line: node.line) ?? document.updated
    case .link:
      guard let link = AtomLink(node) else { return }
      paging.take(relation: link.relation, address: link.address)
      guard let rank = link.rank else { return }
      if links.repeats(link) { state.note(.repeatedLink, line: node.line) }
      guard rank > linkRank else { return }
      linkRank = rank
      document.link = fields.address(link.address, of: "link", base: node.base)
    default: break
    }
  }
}

/// An Atom link (RFC 4287, section 4.2.7).
struct AtomLink {
  let address: String
  let relation: String
  let type: String
  let language: String

  init?(_ node: XMLNode) {
    guard let address = node.attribute("href") ?? node.text.nonBlank else { return nil }
    self.address = address
    let relation = node.attribute("rel") ?? ""
    let registry = "http://www.iana.org/assignments/relation/"
    self.relation =
      relation.hasPrefix(registry) ? String(relation.dropFirst(registry.count)) : relation
    type = node.attribute("type")?.lowercased() ?? ""
    language = node.attribute("hreflang")?.lowercased() ?? ""
  }

  /// The rank as a link to the page itself; nil for other relations. Relations are compared
  /// case-sensitively (RFC 4287, section 4.2.7.2), but `ALTERNATE` is accepted with a lower rank,
  /// and so are documents that are no page, such as a PDF.
  var rank: Int? {
    let isPage = type.isEmpty || type.contains("html")
    if relation.isEmpty || relation == "alternate" { return isPage ? 3 : 2 }
    return relation.lowercased() == "alternate" ? 1 : nil
  }
}

/// Detects repeated links of one element to the page itself: one is allowed per type and language
/// (RFC 4287, sections 4.1.1 and 4.1.2).
struct AtomLinks {
  private var seen: Set<String> = []

  mutating func repeats(_ link: AtomLink) -> Bool {
    !seen.insert(link.type + " " + link.language).inserted
  }
}

/// Distinguishes Atom 0.3 and Atom 1.0.
enum AtomVersion {
  /// The date syntax of a feed.
  static func form(of root: StartElement) -> DateForm {
    root["version"] == nil && root.name.namespace?.contains("purl.org") != true ? .rfc3339 : .w3c
  }
}
