import AlmanacModel

/// Fills entries from items by the source's mapping.
struct MappedEntryMapper {
  private let mapping: FeedMapping
  private let context: ReadingContext
  private let times: MappedTimes

  init(_ mapping: FeedMapping, _ context: ReadingContext) {
    self.mapping = mapping
    self.context = context
    times = MappedTimes(mapping, context)
  }

  func entry(_ item: some MappedItem) -> Entry {
    var entry = Entry()
    entry.line = item.line
    fill(&entry, from: item)
    return entry
  }

  /// Sets every field with a mapped value; the others stay unchanged.
  func fill(_ entry: inout Entry, from item: some MappedItem) {
    var fields = FieldSanitizer(limits: context.limits, line: item.line ?? entry.line)
    let base = item.base ?? context.baseURL
    fillTexts(&entry, from: item, base, &fields)
    fillWords(&entry, from: item, &fields)
    fillPlace(&entry, from: item, &fields)
    times.fill(&entry, from: item)
    noteTypes(of: item, entry, &fields)
    entry.problems += fields.problems
  }

  private func fillTexts(
    _ entry: inout Entry, from item: some MappedItem, _ base: String?,
    _ fields: inout FieldSanitizer
  ) {
    func line(_ field: FeedMapping.Field) -> String? {
      fields.htmlLine(text(field, of: item), of: field.rawValue)
    }
    func link(_ field: FeedMapping.Field) -> String? {
      fields.link(text(field, of: item), of: field.rawValue, base: base)
    }
    entry.id = line(.uid) ?? line(.id) ?? entry.id
    entry.title = line(.title) ?? entry.title
    entry.link = link(.link) ?? entry.link
    entry.image = link(.image) ?? entry.image
    entry.onlineURL = link(.online) ?? entry.onlineURL
    entry.venue = line(.venue) ?? entry.venue
    entry.address = line(.address) ?? entry.address
    entry.organizer = line(.organizer) ?? entry.organizer
    entry.contact = line(.contact) ?? entry.contact
    entry.price = line(.price) ?? entry.price
    entry.audience = line(.audience) ?? entry.audience
    entry.language = line(.language) ?? entry.language
    if let person = line(.author).map({ PersonText($0) }) {
      entry.author = person.name ?? person.email
      entry.authorEmail = person.email
    }
    let summary = fields.html(text(.summary, of: item), of: "summary", base: base)
    let content = fields.html(text(.content, of: item), of: "content", base: base)
    entry.summary = summary.text ?? entry.summary
    entry.content = content.text ?? entry.content
    entry.html = content.html ?? summary.html ?? entry.html
    entry.status = line(.status).flatMap(status) ?? entry.status
    entry.visibility = line(.visibility).flatMap(visibility) ?? entry.visibility
  }

  /// Reports a title or start that is missing because its value is no text.
  private func noteTypes(
    of item: some MappedItem, _ entry: Entry, _ fields: inout FieldSanitizer
  ) {
    let title = entry.title == nil ? mapping.fields[.title]?.paths : nil
    let start = entry.start == nil ? mapping.start?.date.paths : nil
    for (name, paths) in [("title", title), ("start", start)]
    where paths?.contains(where: item.isTextless) == true {
      fields.note("Q_TYPE", "the \(name) is an object or a list of objects instead of text")
    }
  }

  private func fillWords(
    _ entry: inout Entry, from item: some MappedItem, _ fields: inout FieldSanitizer
  ) {
    let categories = words(.categories, of: item, &fields)
    if !categories.isEmpty { entry.categories = categories }
    let tags = words(.tags, of: item, &fields)
    if !tags.isEmpty { entry.tags = tags }
  }

  private func fillPlace(
    _ entry: inout Entry, from item: some MappedItem, _ fields: inout FieldSanitizer
  ) {
    guard let latitude = text(.latitude, of: item), let longitude = text(.longitude, of: item)
    else { return }
    entry.coordinate = PlaceModule.point(latitude, longitude, &fields)
  }

  /// The values at all paths, joined; the constant if all are blank.
  private func text(_ field: FeedMapping.Field, of item: some MappedItem) -> String? {
    mapping.fields[field].flatMap { $0.text(of: item) }
  }

  /// The words of a field: every value is one, or is split at a separator other than a space.
  private func words(
    _ field: FeedMapping.Field, of item: some MappedItem, _ fields: inout FieldSanitizer
  ) -> [String] {
    guard let mapped = mapping.fields[field] else { return [] }
    var texts = mapped.values(of: item)
    if texts.isEmpty, let constant = mapped.constant { texts = [constant] }
    let separator = FieldText.clean(mapped.separator).text
    var words: [String] = []
    for text in texts {
      var parts = separator.isEmpty ? [text] : text.split(separator: separator).map(String.init)
      // Outlook separates categories by semicolons.
      if separator == ",", parts.count == 1 { parts = text.split(separator: ";").map(String.init) }
      fields.addHTML(parts, of: field.rawValue, to: &words)
    }
    return words
  }

  /// Reads a status word, or a boolean of a member such as `is_cancelled`.
  private func status(_ word: String) -> EventStatus? {
    let paths = mapping.fields[.status]?.paths ?? []
    guard paths.allSatisfy({ $0.lowercased().contains("cancel") }) else {
      return StatusWords.status(word)
    }
    return Self.flag(word).map { $0 ? .cancelled : .confirmed } ?? StatusWords.status(word)
  }

  /// Reads a visibility: a word of RFC 5545's CLASS, of which an unknown one means private (section
  /// 3.8.1.3), or a boolean.
  ///
  /// A boolean answers the question in the member's name: `public`, else private.
  private func visibility(_ word: String) -> Visibility {
    Self.flag(word).map { $0 == meansPublic ? .public : .private }
      ?? Visibility(rawValue: word.lowercased()) ?? .private
  }

  private static func flag(_ word: String) -> Bool? {
    switch word.lowercased() {
    case "true", "yes", "1": true
    case "false", "no", "0": false
    default: nil
    }
  }

  /// Whether the member's name asks if the event is public.
  private var meansPublic: Bool {
    guard let paths = mapping.fields[.visibility]?.paths else { return false }
    return paths.allSatisfy { path in
      let name = path.split { $0 == "/" || $0 == "." || $0 == "@" || $0 == ":" }.last ?? ""
      return ["public", "ispublic", "is_public", "is-public"].contains(name.lowercased())
    }
  }
}

extension FieldMapping {
  /// The values at all paths that are not blank, looked up if the mapping has a lookup.
  func values(of item: some MappedItem) -> [String] {
    let values = paths.flatMap { item.values(at: $0) }.filter(\.hasText)
    guard let lookup else { return values }
    return values.flatMap { lookup[FieldText.clean($0).text] ?? [] }
  }

  /// The joined values, or the constant.
  func text(of item: some MappedItem) -> String? {
    let values = values(of: item)
    return values.isEmpty ? constant : (prefix ?? "") + values.joined(separator: separator)
  }
}
