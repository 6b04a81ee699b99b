import AlmanacModel

/// One RSS item as an entry.
struct RSSItemMapper {
  private let context: ReadingContext
  private let times: TimeFields
  private let mapped: MappedEntryMapper?

  init(_ context: ReadingContext) {
    self.context = context
    times = TimeFields(context)
    mapped = context.mapping.map { MappedEntryMapper($0, context) }
  }

  /// - Parameter channelLink: what relative links are relative to where nothing else is stated.
  func entry(_ node: XMLNode, channelLink: String?) -> Entry {
    let item = FeedItem(node)
    let base = node.base ?? channelLink
    var fields = FieldReader(limits: context.limits, of: node)
    var entry = Entry()
    entry.line = node.line
    entry.language = fields.line(
      item.text("language", .dublinCore) ?? node.language, of: "language")
    identify(item, base, &fields, &entry)
    entry.title = fields.htmlLine(
      item.first("title", .rss).map(\.markup).flatMap(Self.stated)
        ?? item.text(("title", .dublinCore), ("title", .media), ("summary", .xCal)), of: "title")
    readText(item, base, &fields, &entry)
    readPeople(item, &fields, &entry)
    EventModule.read(item, times, &fields, into: &entry)
    readWords(item, &fields, &entry)
    entry.coordinate = PlaceModule.read(item, &fields)
    entry.image = fields.link(MediaModule.image(of: item), of: "image", base: base)
    entry.published = times.moment(
      item.text(
        ("pubdate", .rss), ("published", .atom), ("issued", .dublinCoreTerms),
        ("created", .dublinCoreTerms)), of: "published", in: &entry)
    entry.updated = times.moment(
      item.text(
        ("date", .dublinCore), ("modified", .dublinCoreTerms), ("updated", .atom),
        ("date", .dublinCoreTerms)), of: "updated", in: &entry)
    entry.problems += fields.problems
    MicroformatModule.fill(&entry, from: item.first("description", .rss)?.markup, context)
    mapped?.fill(&entry, from: MappedXMLItem(node: node))
    return entry
  }

  private static func stated(_ text: String) -> String? {
    text.utf8.contains { !$0.isSpace } ? text : nil
  }

  /// The guid is a link unless it says that it is none (RSS 2.0, guid).
  private func identify(
    _ item: FeedItem, _ base: String?, _ fields: inout FieldReader, _ entry: inout Entry
  ) {
    let guid = item.first("guid", .rss)
    let about = item.node.attributes.first { $0.name.local == "about" }?.value
    entry.id = fields.line(
      item.text(("guid", .rss), ("id", .atom)) ?? about
        ?? item.text(("identifier", .dublinCore), ("uid", .xCal)), of: "id")
    let link = item.first("link", .rss)
    var address = item.text("link", .rss) ?? link?.attribute("href")
    if address == nil {
      let alternates = item.all("link", .atom).filter {
        ($0.attribute("rel") ?? "alternate") == "alternate"
      }
      address = alternates.first?.attribute("href") ?? item.text("url", .xCal)
    }
    entry.link = fields.link(address, of: "link", base: link?.base ?? base)
    if entry.link == nil, let guid, guid.attribute("isPermaLink")?.lowercased() != "false" {
      entry.link = URLText.normalized(guid.text)
    }
  }

  private func readText(
    _ item: FeedItem, _ base: String?, _ fields: inout FieldReader, _ entry: inout Entry
  ) {
    let description = item.first("description", .rss)
    let summary =
      description.map(\.markup).flatMap(Self.stated)
      ?? item.text(
        ("description", .dublinCore), ("summary", .atom), ("summary", .iTunes),
        ("description", .xCal), ("description", .media))
    let short = fields.html(summary, of: "description", base: description?.base ?? base)
    let encoded = item.first("encoded", .content) ?? item.first("body", .xhtml)
    let long = fields.html(
      encoded.map(\.markup).flatMap(Self.stated) ?? item.text("content", .atom), of: "content",
      base: encoded?.base ?? base)
    // Readers of summaries need no second look where only the whole text is stated.
    entry.summary = short.text ?? long.text
    entry.content = long.text
    entry.html = long.html ?? short.html
  }

  private func readPeople(
    _ item: FeedItem, _ fields: inout FieldReader, _ entry: inout Entry
  ) {
    let atom = item.within("author", .atom).first
    let author = fields.htmlLine(
      item.text(("author", .rss), ("creator", .dublinCore), ("author", .iTunes))
        ?? atom?.text("name", .atom), of: "author")
    let person = author.map { PersonText($0) }
    entry.author = person?.name ?? person?.email
    entry.authorEmail = person?.email ?? fields.line(atom?.text("email", .atom), of: "author")
  }

  private func readWords(
    _ item: FeedItem, _ fields: inout FieldReader, _ entry: inout Entry
  ) {
    let categories =
      item.all("category", .rss) + item.all("subject", .dublinCore)
      + item.all("categories", .xCal)
    for category in categories {
      if let word = fields.htmlLine(category.text, of: "category"),
        !entry.categories.contains(word), entry.categories.count < 100
      {
        entry.categories.append(word)
      }
    }
    for node in item.all("keywords", .media) + item.all("keywords", .iTunes) {
      for word in node.text.split(separator: ",", maxSplits: 100) {
        if let word = fields.line(String(word), of: "keywords"), !entry.tags.contains(word) {
          entry.tags.append(word)
        }
      }
    }
  }
}
