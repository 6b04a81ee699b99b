import AlmanacModel
import AlmanacTime

/// Maps one RSS item.
struct RSSItemMapper: FeedItemMapper {
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
    var entry = Entry()
    fill(&entry, from: node, head)
    return entry
  }

  private func fill(_ entry: inout Entry, from node: XMLNode, _ head: FeedHead) {
    let item = FeedItem(node, state)
    let base = node.base ?? head.link
    var fields = FieldSanitizer(limits: context.limits, of: node)
    entry.line = node.line
    entry.language = fields.line(
      item.text(.language, .dublinCore) ?? node.language, of: "language"
    ).map(LanguageTag.tidied)
    identify(item, base, &fields, &entry)
    entry.title = fields.htmlLine(
      item.first(.title, .rss).map(\.markup).flatMap(\.nonBlank)
        ?? item.text((.title, .dublinCore), (.title, .media), (.summary, .xCal)), of: "title")
    readText(item, base, &fields, &entry)
    readPeople(item, &fields, &entry)
    readMoments(item, &entry)
    EventModule.read(item, times, &fields, into: &entry)
    readWords(item, &fields, &entry)
    entry.coordinate = PlaceModule.read(item, &fields)
    entry.image = fields.link(MediaModule.image(of: item), of: "image", base: base)
    entry.attachments = fields.first(item.all(.enclosure, .rss), of: "attachments").compactMap {
      node in
      URLText.normalized(node.attribute("url") ?? "", base: base).map {
        EntryAttachment(url: $0, type: node.attribute("type"))
      }
    }
    TrumbaModule.fill(&entry, from: item, times, &fields, base: base)
    entry.problems += fields.problems
    if let description = item.first(.description, .rss) {
      MicroformatModule.fill(&entry, from: description.markup, context)
    }
    mapped?.fill(&entry, from: MappedXMLItem(node: node))
    // Neither a blank start nor another date is a reason to read `pubDate` as the start.
    if entry.start == nil, entry.unreadable["start"] == nil,
      item.first(.startDate, .event) != nil || hasOwnDate(item, entry)
    {
      entry.markUnreadable("start", "")
    }
  }

  /// Whether an element of the publisher's own has a date of an event that is not that of `pubDate`.
  private func hasOwnDate(_ item: FeedItem, _ entry: borrowing Entry) -> Bool {
    guard let published = entry.published?.date else { return false }
    return item.unknown.contains { node in
      EventNames.starts.contains(node.name.local.lowercased())
        && times.reader.read(node.text).map { $0.start.date != published } ?? false
    }
  }

  static func identity(of entry: borrowing Entry) -> String? { entry.id }

  private func readMoments(_ item: FeedItem, _ entry: inout Entry) {
    let pubDate = item.text(.pubDate, .rss)
    entry.published = times.moment(
      pubDate ?? item.text((.published, .atom), (.issued, .dublinCoreTerms)), of: "published",
      as: pubDate == nil ? .w3c : .rfc822, in: &entry)
    entry.updated = times.moment(
      item.text(
        (.date, .dublinCore), (.modified, .dublinCoreTerms), (.updated, .atom),
        (.date, .dublinCoreTerms)), of: "updated", as: .w3c, in: &entry)
  }

  /// Reads id and link. The guid is a link unless `isPermaLink` is false (RSS 2.0, guid).
  private func identify(
    _ item: FeedItem, _ base: String?, _ fields: inout FieldSanitizer, _ entry: inout Entry
  ) {
    let guid = item.first(.guid, .rss)
    let about = item.node.attributes.first { $0.name.local == "about" }?.value
    entry.id = fields.line(
      item.text((.guid, .rss), (.id, .atom)) ?? about
        ?? item.text((.identifier, .dublinCore), (.uid, .xCal)), of: "id")
    // Of several links the last counts, as in most readers.
    let link = item.last(.link, .rss) { node in
      (node.attribute("rel") ?? "alternate") == "alternate"
        && (node.text.hasText || node.attribute("href") != nil)
    }
    // Only CDF has this attribute.
    let attribute = item.node.attributes.first { $0.name.local.lowercased() == "href" }?.value
    var address = link?.text.nonBlank ?? link?.attribute("href") ?? attribute
    if address == nil {
      let alternates = item.all(.link, .atom).filter {
        ($0.attribute("rel") ?? "alternate") == "alternate"
      }
      address = alternates.first?.attribute("href") ?? item.text((.url, .xCal), (.url, .rss))
    }
    entry.link = fields.address(address, of: "link", base: link?.base ?? base)
    entry.originalLink = item.originalLink
    if let guid, guid.attribute("isPermaLink")?.lowercased() != "false" {
      let page = URLText.normalized(guid.text)
      if page == nil { state.note(.permalinkForm, line: guid.line) }
      entry.link = entry.link ?? page ?? entry.id
    }
  }

  private func readText(
    _ item: FeedItem, _ base: String?, _ fields: inout FieldSanitizer, _ entry: inout Entry
  ) {
    let core = item.firstFilled(
      (.description, .rss), (.summary, .rss), (.summary, .iTunes), (.abstract, .rss))
    let whole = item.firstFilled(
      (.encoded, .content), (.body, .xhtml), (.body, .rss), (.fullItem, .rss),
      (.content, .atom))
    let description =
      core
      ?? item.firstFilled(
        (.description, .dublinCore), (.summary, .atom), (.description, .xCal),
        (.description, .media))
    let short = fields.body(description, of: "description", base: base)
    // Of two short texts the second is the longer one, as in podcasts.
    let other = core.flatMap {
      item.firstFilled(
        (.description, .rss), (.summary, .rss), (.summary, .iTunes), (.abstract, .rss),
        except: $0.name)
    }
    let long = fields.body(whole ?? other, of: "content", base: base)
    // Without a description, the summary is the whole text.
    entry.summary = short.text ?? long.text
    entry.content = long.text
    entry.html = long.html ?? short.html
  }

  private func readPeople(
    _ item: FeedItem, _ fields: inout FieldSanitizer, _ entry: inout Entry
  ) {
    let atom = item.within(.author, .atom).first
    let author = fields.htmlLine(
      item.text(
        (.author, .rss), (.creator, .dublinCore), (.author, .dublinCore), (.author, .iTunes))
        ?? atom?.text(.name, .atom), of: "author")
    let person = author.map { PersonText($0) }
    entry.author = person?.name
    entry.authorEmail = person?.email ?? fields.line(atom?.text(.email, .atom), of: "author")
  }

  private func readWords(
    _ item: FeedItem, _ fields: inout FieldSanitizer, _ entry: inout Entry
  ) {
    let nodes =
      item.all(.category, .rss) + item.all(.subject, .dublinCore)
      + item.all(.categories, .xCal) + item.all(.category, .media)
    var words = nodes.map(\.word)
    words += item.all(.category, .atom).compactMap { $0.attribute("term") }
    for outer in item.within(.category, .iTunes) {
      for node in [outer.node] + outer.all(.category, .iTunes) {
        words += [node.attribute("text")].compactMap(\.self)
      }
    }
    fields.addHTML(words, of: "category", to: &entry.categories)
    guard item.hasFields(of: .media) || item.hasFields(of: .iTunes) else { return }
    let keywords = (item.all(.keywords, .media) + item.all(.keywords, .iTunes)).lazy
      .flatMap { $0.text.split(separator: ",") }
    fields.addPlain(keywords.map(String.init), of: "keywords", to: &entry.tags)
  }
}
