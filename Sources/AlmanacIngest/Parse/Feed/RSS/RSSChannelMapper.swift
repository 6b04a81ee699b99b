import AlmanacModel
import AlmanacTime

/// What an RSS channel says of itself.
struct RSSChannelMapper {
  private(set) var document = Document(format: .rss)
  /// The program that wrote the feed.
  private(set) var generator: String?
  /// When the feed was built: the later of lastBuildDate and the channel's pubDate.
  private(set) var built: CalendarTime?

  /// The elements that `take` understands without a namespace.
  static let names: Set<String> = [
    "title", "link", "description", "language", "lastBuildDate", "pubDate", "generator",
  ]

  private let times: TimeFields
  private var fields: FieldReader
  private var published: CalendarTime?
  private var stated: CalendarTime?
  private var atomLink: String?
  private var rootLanguage: String?

  init(_ context: ReadingContext) {
    times = TimeFields(context)
    fields = FieldReader(limits: context.limits)
  }

  mutating func open(root: XMLStart) {
    rootLanguage = root.language
    guard root.name.local.lowercased() == "rss" else {
      document.format = .rss1
      return
    }
    let version = root.attributes.first { $0.name.local.lowercased() == "version" }?.value ?? ""
    document.format = FieldText.clean(version).text.hasPrefix("0.9") ? .rss09x : .rss
  }

  mutating func open(_ channel: XMLStart) {
    rootLanguage = channel.language ?? rootLanguage
    let about = channel.attributes.first { $0.name.local == "about" }?.value
    document.id = document.id ?? fields.line(about, of: "id")
  }

  mutating func take(_ node: XMLNode) {
    let name = node.name.local.lowercased()
    switch FeedVocabulary.of(node.name) {
    case .rss: takeCore(name, node)
    case .atom: takeAtom(name, node)
    case .dublinCore, .dublinCoreTerms: takeDublinCore(name, node)
    case .iTunes where name == "subtitle":
      document.subtitle = document.subtitle ?? fields.htmlLine(node.text, of: "subtitle")
    default: break
    }
  }

  mutating func finish() -> Document {
    document.link = document.link ?? atomLink
    document.language = (document.language ?? rootLanguage).map(Self.tag)
    document.updated = built ?? stated ?? published
    built = built ?? published
    return document
  }

  /// `en_US` as BCP 47 writes it; other texts stay.
  private static func tag(_ language: String) -> String {
    let parts = language.split(separator: "_", omittingEmptySubsequences: false)
    guard parts.count == 2, parts.allSatisfy({ $0.utf8.count == 2 }) else { return language }
    return parts.joined(separator: "-")
  }

  private mutating func takeCore(_ name: String, _ node: XMLNode) {
    switch name {
    case "title": document.title = document.title ?? fields.htmlLine(node.markup, of: "title")
    case "link":
      document.link = document.link ?? fields.link(node.text, of: "link", base: node.base)
    case "description":
      document.subtitle = document.subtitle ?? fields.htmlLine(node.markup, of: "description")
    case "language": document.language = fields.line(node.text, of: "language") ?? document.language
    case "lastbuilddate": built = times.moment(node.text) ?? built
    case "pubdate": published = times.moment(node.text) ?? published
    case "generator": generator = fields.line(node.text, of: "generator")
    default: break
    }
  }

  private mutating func takeAtom(_ name: String, _ node: XMLNode) {
    switch name {
    case "link":
      let relation = node.attribute("rel") ?? "alternate"
      guard relation == "alternate", let address = node.attribute("href") else { return }
      atomLink = atomLink ?? fields.link(address, of: "link", base: node.base)
    case "id": document.id = document.id ?? fields.line(node.text, of: "id")
    case "updated": stated = times.moment(node.text) ?? stated
    case "title": document.title = document.title ?? fields.htmlLine(node.text, of: "title")
    default: break
    }
  }

  private mutating func takeDublinCore(_ name: String, _ node: XMLNode) {
    switch name {
    case "title": document.title = document.title ?? fields.htmlLine(node.text, of: "title")
    case "description":
      document.subtitle = document.subtitle ?? fields.htmlLine(node.text, of: "description")
    case "language": document.language = document.language ?? fields.line(node.text, of: name)
    case "date", "modified": stated = times.moment(node.text) ?? stated
    default: break
    }
  }
}
