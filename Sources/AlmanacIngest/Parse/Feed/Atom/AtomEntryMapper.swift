import AlmanacModel
import AlmanacTime

/// Maps one Atom entry.
struct AtomEntryMapper: FeedItemMapper {
  private let context: ReadingContext
  private let times: TimeFields
  private let mapped: MappedEntryMapper?
  private let state: FeedState

  init(_ context: ReadingContext, _ state: FeedState) {
    self.state = state
    self.context = context
    times = TimeFields(context, state: state)
    mapped = context.mapping.map { MappedEntryMapper($0, context) }
  }

  func entry(_ node: XMLNode, of head: FeedHead) -> Entry {
    // A feed without a namespace has its elements in none.
    let item = FeedItem(node, state)
    let core: XMLNamespace = state[node.name].vocabulary == .rss ? .rss : .atom
    var fields = FieldSanitizer(limits: context.limits, of: node)
    var entry = Entry()
    entry.line = node.line
    entry.language = fields.line(node.language, of: "language").map(LanguageTag.tidied)
    let id = item.first(.id, core)
    entry.id = fields.line(id?.text, of: "id")
    if let id { state.checkIRI(entry.id, line: id.line) }
    entry.title = fields.atomLine(item.first(.title, core), of: "title")
    readLinks(item, core, &fields, &entry)
    let summary = fields.atomBody(item.first(.summary, core), of: "summary")
    let content = fields.atomBody(item.first(.content, core), of: "content")
    entry.summary = summary.text ?? content.text
    entry.content = content.text
    entry.html = content.html ?? summary.html
    readPeople(item, core, &fields, &entry)
    readMoments(item, core, head.form, &entry)
    EventModule.read(item, times, &fields, into: &entry)
    readCategories(item, core, &fields, &entry)
    entry.coordinate = PlaceModule.read(item, &fields)
    if entry.image == nil {
      entry.image = fields.link(MediaModule.image(of: item), of: "image", base: node.base)
    }
    entry.problems += fields.problems
    MicroformatModule.fill(
      &entry, from: (item.first(.content, core) ?? item.first(.summary, core))?.markup, context)
    mapped?.fill(&entry, from: MappedXMLItem(node: node))
    return entry
  }

  /// An entry may occur twice, changed (RFC 4287, section 4.1.1).
  static func identity(of entry: borrowing Entry) -> String? {
    guard let id = entry.id else { return nil }
    return "\(id) \(entry.updated?.description ?? "")"
  }

  private func readMoments(
    _ item: FeedItem, _ core: XMLNamespace, _ form: DateForm, _ entry: inout Entry
  ) {
    entry.published = times.moment(
      item.text((.published, core), (.issued, core), (.pubDate, core)), of: "published", as: form,
      in: &entry)
    // RFC 4287, section 4.1.2 allows one; of several the last counts, as in the feed itself.
    let updated = item.last(.updated, core) { $0.text.hasText }?.text
    entry.updated = times.moment(
      updated ?? item.text((.modified, core), (.date, .dublinCore)), of: "updated", as: form,
      in: &entry)
  }

  private func readLinks(
    _ item: FeedItem, _ core: XMLNamespace, _ fields: inout FieldSanitizer, _ entry: inout Entry
  ) {
    var best = 0
    var links = AtomLinks()
    for node in item.all(.link, core) {
      guard let link = AtomLink(node) else { continue }
      if let rank = link.rank {
        if links.repeats(link) { state.note(.repeatedLink, line: node.line) }
        guard rank > best else { continue }
        best = rank
        entry.link = fields.address(link.address, of: "link", base: node.base)
      } else if link.relation == "enclosure",
        let url = fields.link(link.address, of: "attachments", base: node.base)
      {
        entry.attachments.append(
          EntryAttachment(url: url, type: link.type.isEmpty ? nil : link.type))
        if link.type.hasPrefix("image/") { entry.image = entry.image ?? url }
      }
    }
    entry.originalLink = item.originalLink
    // The page of content that is not in the feed (RFC 4287, section 4.1.3.2).
    guard entry.link == nil, let content = item.first(.content, core),
      content.attribute("type")?.contains("html") ?? true
    else { return }
    entry.link = fields.address(content.attribute("src"), of: "link", base: content.base)
  }

  private func readPeople(
    _ item: FeedItem, _ core: XMLNamespace, _ fields: inout FieldSanitizer, _ entry: inout Entry
  ) {
    let author = item.within(.author, core).first
    let text =
      author.flatMap { $0.node.isMarkup ? $0.text(.name, core) : $0.node.text }
      ?? item.text((.creator, .dublinCore), (.author, .iTunes))
    let person = fields.line(text, of: "author").map { PersonText($0) }
    let email = fields.line(author?.text(.email, core), of: "author")
    entry.author = person?.name
    entry.authorEmail = email ?? person?.email
  }

  private func readCategories(
    _ item: FeedItem, _ core: XMLNamespace, _ fields: inout FieldSanitizer, _ entry: inout Entry
  ) {
    let categories =
      item.all(.category, core).compactMap { node -> String? in
        // Google marks the kind of record, which is no category.
        if node.attribute("scheme")?.hasSuffix("#kind") == true { return nil }
        // A term may be an address; the label is then the word for it.
        let term = node.attribute("term") ?? node.text
        return URLText.isWebAddress(term) ? node.attribute("label") ?? term : term
      } + item.all(.subject, .dublinCore).map(\.text)
    fields.addPlain(categories, of: "category", to: &entry.categories)
  }
}
