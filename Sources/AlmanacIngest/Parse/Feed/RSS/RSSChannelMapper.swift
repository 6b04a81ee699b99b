import AlmanacModel
import AlmanacTime

/// Maps the metadata of an RSS channel.
struct RSSChannelMapper {
  private(set) var document = Document(format: .rss)
  /// The program that generated the feed.
  private(set) var generator: String?
  /// The build time: lastBuildDate, else the channel's pubDate.
  private(set) var built: CalendarTime?

  /// The elements without namespace that `take` reads.
  static let names: Set<String> = [
    "title", "link", "description", "language", "lastBuildDate", "pubDate", "generator",
  ]

  private let state: FeedState

  private let times: TimeFields
  private var fields: FieldSanitizer
  private var published: CalendarTime?
  private var modified: CalendarTime?
  private(set) var paging = Paging()
  private var atomLink: String?
  private var rootLanguage: String?
  /// The description of a podcast, used if there is no other.
  private var pitch: String?
  /// The bits of the fields read so far (see `FeedState.Meaning.single`).
  private var seen: UInt32 = 0

  init(_ context: ReadingContext, _ state: FeedState = FeedState()) {
    self.state = state
    times = TimeFields(context, state: state)
    fields = FieldSanitizer(limits: context.limits)
  }

  mutating func open(root: StartElement) {
    rootLanguage = root.language
    guard state[root.name].name != .rdf else {
      document.format = .rss1
      return
    }
    let version = root.attributes.first { $0.name.local.lowercased() == "version" }?.value
    document.version = fields.line(version, of: "version")
    document.format = document.version?.hasPrefix("0.9") == true ? .rss09x : .rss
  }

  mutating func open(_ channel: StartElement) {
    rootLanguage = channel.language ?? rootLanguage
    // CDF has the channel's link and date of change in attributes.
    for attribute in channel.attributes {
      switch attribute.name.local.lowercased() {
      case "href": document.link = fields.address(attribute.value, of: "link", base: channel.base)
      case "lastmod": modified = times.moment(attribute.value)
      default: break
      }
    }
  }

  mutating func take(_ node: XMLNode) {
    let meaning = state[node.name]
    paging.take(node)
    if seen & meaning.single != 0 { state.note(.repeatedField, line: node.line) }
    seen |= meaning.single
    switch meaning.vocabulary {
    case .rss: takeCore(meaning.name, node)
    case .atom: takeAtom(meaning.name, node)
    case .dublinCore, .dublinCoreTerms: takeDublinCore(meaning.name, node)
    case .iTunes where meaning.name == .subtitle || meaning.name == .summary:
      pitch = pitch ?? fields.htmlLine(node.text, of: meaning.name.rawValue)
    default: break
    }
  }

  /// Findings about the channel's own fields.
  var problems: [Finding] { fields.problems }

  mutating func finish() -> Document {
    document.link = document.link ?? atomLink
    document.subtitle = document.subtitle ?? pitch
    document.language = (document.language ?? rootLanguage).map(LanguageTag.tidied)
    document.published = published
    document.updated = built ?? modified
    built = built ?? published
    return document
  }

  private mutating func takeCore(_ name: FeedName, _ node: XMLNode) {
    switch name {
    case .title: document.title = document.title ?? fields.htmlLine(node.markup, of: "title")
    case .link:
      // Of several links the last counts, as in most readers.
      guard (node.attribute("rel") ?? "alternate") == "alternate" else {
        return paging.take(
          relation: node.attribute("rel") ?? "", address: node.attribute("href") ?? node.word)
      }
      let address = fields.address(node.word, of: "link", base: node.base)
      document.link =
        address ?? fields.address(node.attribute("href"), of: "link", base: node.base)
        ?? document.link
    case .description, .abstract:
      document.subtitle = document.subtitle ?? fields.htmlLine(node.markup, of: "description")
    case .language: document.language = fields.line(node.text, of: "language") ?? document.language
    case .lastBuildDate: built = moment(node, .rfc822) ?? built
    case .pubDate: published = moment(node, .rfc822) ?? published
    case .generator: generator = fields.line(node.text, of: "generator")
    default: break
    }
  }

  private func moment(_ node: XMLNode, _ form: DateForm) -> CalendarTime? {
    times.moment(node.text, as: form, line: node.line)
  }

  private mutating func takeAtom(_ name: FeedName, _ node: XMLNode) {
    switch name {
    case .link:
      let relation = node.attribute("rel") ?? "alternate"
      paging.take(relation: relation, address: node.attribute("href"))
      guard relation == "alternate", let address = node.attribute("href") else { return }
      atomLink = atomLink ?? fields.address(address, of: "link", base: node.base)
    case .id: document.id = document.id ?? fields.line(node.text, of: "id")
    case .updated: modified = moment(node, .rfc3339) ?? modified
    case .title: document.title = document.title ?? fields.htmlLine(node.text, of: "title")
    default: break
    }
  }

  private mutating func takeDublinCore(_ name: FeedName, _ node: XMLNode) {
    switch name {
    case .title: document.title = document.title ?? fields.htmlLine(node.text, of: "title")
    case .description:
      document.subtitle = document.subtitle ?? fields.htmlLine(node.text, of: "description")
    case .language: document.language = document.language ?? fields.line(node.text, of: "language")
    case .date, .modified: modified = moment(node, .w3c) ?? modified
    default: break
    }
  }
}
