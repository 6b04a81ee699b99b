import AlmanacModel

/// One Atom entry as an entry.
struct AtomEntryMapper {
  private let context: ReadingContext
  private let times: TimeFields
  private let mapped: MappedEntryMapper?

  init(_ context: ReadingContext) {
    self.context = context
    times = TimeFields(context)
    mapped = context.mapping.map { MappedEntryMapper($0, context) }
  }

  func entry(_ node: XMLNode) -> Entry {
    // A feed without the namespace has its elements in none.
    let item = FeedItem(node)
    let core: FeedVocabulary = FeedVocabulary.of(node.name) == .rss ? .rss : .atom
    var fields = FieldReader(limits: context.limits, of: node)
    var entry = Entry()
    entry.line = node.line
    entry.language = fields.line(node.language, of: "language")
    entry.id = fields.line(item.text("id", core), of: "id")
    entry.title = fields.atomLine(item.first("title", core), of: "title")
    readLinks(item.all("link", core), &fields, &entry)
    let summary = fields.atomBody(item.first("summary", core), of: "summary")
    let content = fields.atomBody(item.first("content", core), of: "content")
    entry.summary = summary.text ?? content.text
    entry.content = content.text
    entry.html = content.html ?? summary.html
    readPeople(item, core, &fields, &entry)
    EventModule.read(item, times, &fields, into: &entry)
    readCategories(item, core, &fields, &entry)
    entry.coordinate = PlaceModule.read(item, &fields)
    if entry.image == nil {
      entry.image = fields.link(MediaModule.image(of: item), of: "image", base: node.base)
    }
    readMoments(item, core, &entry)
    entry.problems += fields.problems
    MicroformatModule.fill(
      &entry, from: (item.first("content", core) ?? item.first("summary", core))?.markup, context)
    mapped?.fill(&entry, from: MappedXMLItem(node: node))
    return entry
  }

  private func readMoments(_ item: FeedItem, _ core: FeedVocabulary, _ entry: inout Entry) {
    entry.published = times.moment(
      item.text(("published", core), ("issued", core), ("created", core)), of: "published",
      in: &entry)
    entry.updated = times.moment(
      item.text(("updated", core), ("modified", core), ("date", .dublinCore)), of: "updated",
      in: &entry)
  }

  private func readLinks(
    _ nodes: [XMLNode], _ fields: inout FieldReader, _ entry: inout Entry
  ) {
    for node in nodes {
      guard let link = AtomLink(node) else { continue }
      if let address = link.alternate {
        entry.link = entry.link ?? fields.link(address, of: "link", base: node.base)
      } else if link.relation == "enclosure", link.type.hasPrefix("image/") {
        entry.image = entry.image ?? fields.link(link.address, of: "image", base: node.base)
      }
    }
  }

  private func readPeople(
    _ item: FeedItem, _ core: FeedVocabulary, _ fields: inout FieldReader, _ entry: inout Entry
  ) {
    let author = item.within("author", core).first
    let text =
      author?.text("name", core) ?? author?.node.text
      ?? item.text(("creator", .dublinCore), ("author", .iTunes))
    let person = fields.line(text, of: "author").map { PersonText($0) }
    let email = fields.line(author?.text("email", core), of: "author")
    entry.author = person?.name ?? person?.email ?? email
    entry.authorEmail = email ?? person?.email
  }

  private func readCategories(
    _ item: FeedItem, _ core: FeedVocabulary, _ fields: inout FieldReader, _ entry: inout Entry
  ) {
    let stated =
      item.all("category", core).compactMap { node -> String? in
        // Google marks what kind of record it is, which is no category.
        if node.attribute("scheme")?.hasSuffix("#kind") == true { return nil }
        // A term may be an address that stands for the word in the label.
        let term = node.attribute("term") ?? node.text
        return URLText.isWebAddress(term) ? node.attribute("label") ?? term : term
      } + item.all("subject", .dublinCore).map(\.text)
    for text in stated {
      if let word = fields.line(text, of: "category"), !entry.categories.contains(word),
        entry.categories.count < 100
      {
        entry.categories.append(word)
      }
    }
  }
}
