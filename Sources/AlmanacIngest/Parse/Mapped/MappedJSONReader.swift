import AlmanacModel
import AlmanacTime

/// Reads any JSON document by its source's mapping.
enum MappedJSONReader {
  static func read(
    _ root: JSONValue, mapping: FeedMapping, context: ReadingContext
  ) -> ParsedFeed {
    let found = JSONPath(mapping.item).found(in: root)
    guard !found.isEmpty else {
      let message =
        JSONError.message(in: root).map { "a JSON message: '\($0)'" }
        ?? "a JSON document without the items '\(mapping.item)'; correct 'item' in feed.yaml"
      return .refused("E_NOT_A_FEED", message, format: .json)
    }
    let items = found.flatMap { found in
      (found.value.array ?? [found.value]).map {
        MappedJSONItem(
          value: $0, around: found.around, keys: found.keys, base: context.baseURL)
      }
    }
    .filter { $0.value.object != nil }
    guard items.count <= context.limits.entries else {
      return .refused(.tooManyItems(limit: context.limits.entries), format: .json)
    }
    if items.count == 1, items[0].value == root, let message = JSONError.message(in: root) {
      return .refused("E_NOT_A_FEED", "a JSON message: '\(message)'", format: .json)
    }
    var document = Document(format: .json)
    document.entryCount = items.count
    if items.isEmpty, found.contains(where: { ![.null, .array([])].contains($0.value) }) {
      document.problems.append(.noItems(at: mapping.item))
    }
    return ParsedFeed(document: document, entries: entries(items, in: root, mapping, context))
  }

  private static func entries(
    _ items: [MappedJSONItem], in root: JSONValue, _ mapping: FeedMapping,
    _ context: ReadingContext
  ) -> [Entry] {
    guard let step = mapping.start?.step else {
      let mapper = MappedEntryMapper(mapping, context)
      return items.map { mapper.entry($0) }
    }
    var own = mapping
    own.start = nil
    own.end = nil
    let mapper = MappedEntryMapper(own, context)
    let times = MappedTimes(mapping, context)
    let document = MappedJSONItem(value: root, base: context.baseURL)
    return items.enumerated().map { index, item in
      var entry = mapper.entry(item)
      times.fill(&entry, from: document)
      let later = CalendarDuration(days: step * index)
      entry.start = entry.start?.adding(later, zones: context.zones)
      entry.end = entry.end?.adding(later, zones: context.zones)
      return entry
    }
  }
}

extension Finding {
  /// The warning about a document whose values or elements at the place of the items are none.
  static func noItems(at path: String) -> Finding {
    Finding(
      "W_ITEM", severity: .warning,
      message: "the document lists something, but no item '\(path)'; correct 'item' in feed.yaml")
  }
}

/// The error messages that web services return as JSON.
enum JSONError {
  /// The message of an object such as `{"error": "Invalid feed signature"}` as one line; nil if
  /// there is none.
  static func message(in root: JSONValue) -> String? {
    guard let members = root.object else { return root.string.map(Self.line) }
    for name in ["error", "errors", "message", "detail", "error_description", "title", "status"] {
      guard let value = members[name] else { continue }
      if let text = value.string { return line(text) }
      if let text = value["message"]?.string { return line(text) }
      if let text = value.array?.first?.string { return line(text) }
      if let text = value.array?.first?["message"]?.string { return line(text) }
    }
    return nil
  }

  private static func line(_ text: String) -> String {
    String(FieldText.clean(text).text.prefix(120))
  }
}
