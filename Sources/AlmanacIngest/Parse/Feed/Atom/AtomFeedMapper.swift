import AlmanacModel

/// What an Atom feed says of itself.
struct AtomFeedMapper {
  private(set) var document = Document(format: .atom)
  private let times: TimeFields
  private var fields: FieldReader

  init(_ context: ReadingContext) {
    times = TimeFields(context)
    fields = FieldReader(limits: context.limits)
  }

  mutating func open(_ root: XMLStart) {
    document.language = root.language
  }

  mutating func take(_ node: XMLNode) {
    let vocabulary = FeedVocabulary.of(node.name)
    guard vocabulary == .atom || vocabulary == .rss else { return }
    switch node.name.local.lowercased() {
    case "id": document.id = fields.line(node.text, of: "id")
    case "title": document.title = document.title ?? fields.atomLine(node, of: "title")
    case "subtitle", "tagline":
      document.subtitle = document.subtitle ?? fields.atomLine(node, of: "subtitle")
    case "updated", "modified": document.updated = times.moment(node.text) ?? document.updated
    case "link":
      guard document.link == nil, let address = AtomLink(node)?.alternate else { return }
      document.link = fields.link(address, of: "link", base: node.base)
    default: break
    }
  }
}

/// A link of Atom (RFC 4287 section 4.2.7).
struct AtomLink {
  let address: String
  let relation: String
  let type: String

  init?(_ node: XMLNode) {
    guard let address = node.attribute("href") else { return nil }
    self.address = address
    let relation = node.attribute("rel")?.lowercased() ?? ""
    let registry = "http://www.iana.org/assignments/relation/"
    self.relation =
      relation.hasPrefix(registry) ? String(relation.dropFirst(registry.count)) : relation
    type = node.attribute("type")?.lowercased() ?? ""
  }

  /// The address, where the link leads to the page itself.
  var alternate: String? { relation.isEmpty || relation == "alternate" ? address : nil }
}
