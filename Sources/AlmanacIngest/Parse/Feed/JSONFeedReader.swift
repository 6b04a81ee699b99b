import AlmanacModel

/// Reads JSON Feed 1.0 and 1.1.
enum JSONFeedReader {
  /// Whether a document declares itself a JSON Feed.
  static func isFeed(_ root: JSONValue) -> Bool {
    root["version"]?.string?.contains("jsonfeed.org/version") == true
  }

  /// The member whose elements are deferred, so that items are read one by one.
  static let items = "items"

  /// - Parameters:
  ///   - json: A document with deferred `items`.
  ///   - handle: Called with each entry in document order.
  static func read(
    _ json: inout JSONDocument, context: ReadingContext, each handle: (consuming Entry) -> Void
  ) -> ParsedFeed {
    let root = json.value
    guard root[items]?.array != nil else {
      return .refused("E_NOT_A_FEED", "a JSON Feed without 'items'", format: .jsonfeed)
    }
    guard json.deferredElements.count <= context.limits.entries else {
      return .refused(.tooManyItems(limit: context.limits.entries), format: .jsonfeed)
    }
    var fields = FieldSanitizer(limits: context.limits)
    var document = Document(format: .jsonfeed)
    document.version = root["version"]?.string.flatMap(version)
    document.id = fields.line(root["feed_url"]?.string, of: "feed_url")
    document.title = fields.line(root["title"]?.string, of: "title")
    document.subtitle = fields.line(root["description"]?.string, of: "description")
    document.language = fields.line(root["language"]?.string, of: "language")
    document.link = fields.link(
      root["home_page_url"]?.string, of: "home_page_url", base: context.baseURL)
    document.problems = fields.problems
    // Items without an author have the feed's (JSON Feed 1.1, Top-level).
    let author = author(of: root)
    let unread = json
    DocumentPipeline.run(isConcurrent: json.size >= context.limits.concurrentBytes) { put in
      for range in unread.deferredElements { put(range, range.count) }
    } map: { ranges in
      // Event times are in extensions of the source's own (JSON Feed 1.1, Extensions).
      let mapped = context.mapping.map { MappedEntryMapper($0, context) }
      let times = TimeFields(context)
      var json = unread
      let entries = ranges.compactMap { range -> Entry? in
        guard let item = json.element(range), item.object != nil else { return nil }
        var entry = entry(item, by: author, times, context)
        mapped?.fill(&entry, from: MappedJSONItem(value: item, base: context.baseURL))
        return entry
      }
      return (entries: entries, json: json)
    } take: { batch in
      json.addReplacements(of: batch.json)
      document.entryCount += batch.entries.count
      batch.entries.drain(handle)
    }
    return ParsedFeed(document: document)
  }

  /// The number at the end of `https://jsonfeed.org/version/1.1`.
  private static func version(_ address: String) -> String? {
    address.split(separator: "/").last.map(String.init)
  }

  private static func attachments(
    of item: JSONValue, _ base: String?, _ fields: inout FieldSanitizer
  ) -> [EntryAttachment] {
    fields.first(item["attachments"]?.array ?? [], of: "attachments").compactMap { file in
      guard let url = fields.link(file["url"]?.string, of: "attachments", base: base) else {
        return nil
      }
      return EntryAttachment(
        url: url, type: fields.line(file["mime_type"]?.string, of: "attachments"))
    }
  }

  private static func entry(
    _ item: JSONValue, by author: JSONValue?, _ times: TimeFields, _ context: ReadingContext
  ) -> Entry {
    var fields = FieldSanitizer(limits: context.limits)
    var entry = Entry()
    func text(_ value: JSONValue?) -> String? {
      if case .string(let text) = value { return text }
      return value.flatMap { MappedJSONItem.texts($0).first }
    }
    let url = text(item["url"])
    let base = url ?? context.baseURL
    // An id that is no string is converted to one (JSON Feed 1.1, Items).
    entry.id = fields.line(text(item["id"]), of: "id")
    entry.title = fields.name(text(item["title"]), of: "title")
    entry.link = fields.link(url, of: "url", base: context.baseURL)
    entry.externalURL = fields.link(
      text(item["external_url"]), of: "external_url", base: context.baseURL)
    entry.attachments = attachments(of: item, base, &fields)
    entry.language = fields.line(text(item["language"]), of: "language")
    entry.summary = fields.lines(text(item["summary"]), of: "summary")
    entry.image = fields.link(
      text(item["image"]) ?? text(item["banner_image"]), of: "image", base: base)
    entry.image =
      entry.image ?? entry.attachments.first { $0.type?.hasPrefix("image/") == true }?.url
    if let html = text(item["content_html"]) {
      let body = fields.body(html, of: "content_html", base: base)
      entry.content = body.text
      entry.html = body.html
    }
    entry.content = fields.lines(text(item["content_text"]), of: "content_text") ?? entry.content
    let tags = item["tags"]?.array ?? []
    fields.addPlain(tags.lazy.compactMap(\.string), of: "tags", to: &entry.categories)
    let author = Self.author(of: item) ?? author
    entry.author = fields.line(author?["name"]?.string ?? author?.string, of: "author")
    entry.published = times.moment(text(item["date_published"]), of: "published", in: &entry)
    entry.updated = times.moment(text(item["date_modified"]), of: "updated", in: &entry)
    noteTextless(item, in: &fields)
    entry.problems += fields.problems
    return entry
  }

  /// The first author, which some programs write without the list around it.
  private static func author(of value: JSONValue) -> JSONValue? {
    let authors = value["authors"]
    if let first = authors?.array?.first { return first }
    return authors?.object != nil || authors?.string != nil ? authors : value["author"]
  }

  private static let texts = [
    "id", "url", "title", "content_html", "content_text", "summary", "date_published",
    "date_modified",
  ]

  /// Reports fields that contain an object instead of text.
  private static func noteTextless(_ item: JSONValue, in fields: inout FieldSanitizer) {
    func isTextless(_ value: JSONValue?) -> Bool { value.map(MappedJSONItem.isTextless) ?? false }
    // Looking each name up would cost as much as reading the fields.
    guard let members = item.object,
      members.contains(where: { isTextless($0.value) && texts.contains($0.key) })
    else { return }
    for name in texts where isTextless(members[name]) {
      fields.note("Q_TYPE", "'\(name)' is an object or a list of objects instead of text")
    }
  }
}
