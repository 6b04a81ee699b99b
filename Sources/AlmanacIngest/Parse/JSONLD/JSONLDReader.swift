import AlmanacModel

/// Reads the schema.org events of a JSON-LD document.
enum JSONLDReader {
  /// Whether a document is JSON-LD: only its keywords begin with `@`.
  static func isDocument(_ root: JSONValue) -> Bool {
    let first = root.array?.first ?? root
    guard let members = first.object else { return false }
    return ["@context", "@graph", "@type", "@id"].contains { members[$0] != nil }
  }

  static func read(_ root: JSONValue, context: ReadingContext) -> ParsedFeed {
    var expander = JSONLDExpander()
    expander.expand(root)
    let events = SchemaEvents(in: expander.roots, context)
    guard events.foundAny else {
      return .refused("E_NOT_A_FEED", refusal(of: expander.roots), format: .jsonld)
    }
    guard events.entries.count <= context.limits.entries else {
      return .refused(.tooManyItems(limit: context.limits.entries), format: .jsonld)
    }
    var document = document(of: expander.roots, context)
    document.problems += events.problems
    if expander.isCut { document.problems.append(tooDeep) }
    document.entryCount = events.entries.count
    return ParsedFeed(document: document, entries: events.entries)
  }

  static let tooDeep = Finding(
    "W_NESTING", severity: .warning,
    message: "JSON-LD is nested too deeply; the rest was left out")

  /// The metadata of the list of events or of the page.
  private static func document(of roots: [SchemaNode], _ context: ReadingContext) -> Document {
    var fields = FieldSanitizer(limits: context.limits)
    var document = Document(format: .jsonld)
    let whole = roots.first { !SchemaType.isEvent($0) && $0.text("name") != nil }
    document.id = fields.line(whole?.id, of: "id")
    document.title = fields.htmlLine(whole?.text("name"), of: "name")
    document.subtitle = fields.htmlLine(whole?.text("description"), of: "description")
    document.link = fields.link(whole?.text("url"), of: "url", base: context.baseURL)
    document.language = fields.line(whole?.text("inLanguage"), of: "inLanguage")
    document.problems = fields.problems
    return document
  }

  private static func refusal(of roots: [SchemaNode]) -> String {
    let types = Set(roots.flatMap(\.types)).sorted().prefix(5)
    let found = types.isEmpty ? "" : ", only \(types.joined(separator: ", "))"
    let text = FieldText.excerpt(found, 200)
    return "JSON-LD that describes no event of schema.org\(text); ask for the page of the events"
  }
}
