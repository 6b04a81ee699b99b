import AlmanacModel

/// Finds the links to feeds in an HTML page, for `almanac add`.
public enum PageLinks {
  public struct Link: Hashable, Sendable {
    /// Absolute; https in place of webcal.
    public var address: String
    /// The media type, or else the file name extension of the address; may be empty.
    public var type: String
    public var title: String?
  }

  /// Media types of feeds. Other links with `rel=alternate` may be stylesheets.
  private static let types = [
    "application/rss+xml", "application/atom+xml", "application/rdf+xml", "application/xml",
    "text/xml", "text/calendar", "application/feed+json", "application/json", "text/csv",
  ]

  private static let endings = [".ics", ".rss", ".atom", ".rdf", ".xml", ".csv"]

  /// Declared feeds (`rel=alternate`, RFC 8288), followed by links to calendars and feeds in the
  /// text; each address once, in document order.
  public static func feeds(in bytes: [UInt8], context: ReadingContext) -> [Link] {
    guard let page = HTMLPage(bytes, context) else { return [] }
    let base =
      page.root.outermost { $0.name.local == "body" }.first?.base ?? context.baseURL
    var links: [Link] = []
    var known: Set<String> = []
    // Pages without end tags nest links, so the text of each link contains that of all later ones:
    // bound the total.
    var budget = ReadBudget(bytes: bytes.count * 2 + 65_536)
    for name in ["link", "a"] {
      page.root.walk { node in
        guard node.name.local == name,
          let link = link(node, base: node.base ?? base, known: known, &budget)
        else { return }
        known.insert(link.address)
        links.append(link)
      }
    }
    return links
  }

  /// The link of an element; nil if it is no feed.
  ///
  /// - Parameter known: Addresses found so far.
  private static func link(
    _ node: XMLNode, base: String?, known: Set<String>, _ budget: inout ReadBudget
  ) -> Link? {
    guard let href = node.attribute("href"), let address = address(href, base: base),
      !known.contains(address)
    else { return nil }
    let type =
      node.attribute("type").map { String($0.lowercased().prefix { $0 != ";" && $0 != " " }) }
      ?? ""
    let path = address.lowercased().prefix { $0 != "?" && $0 != "#" }
    let ending = endings.first(where: path.hasSuffix)
    let isCalendar =
      href.lowercased().hasPrefix("webcal") || ending == ".ics"
      || address.lowercased().contains(/[?&](?:ical|outlook-ical|format=ics|format=ical)\b/)
    let isDeclared = node.name.local == "link" && node.words("rel").contains("alternate")
    guard
      isDeclared
        ? types.contains(type)
        : isCalendar || ending == ".rss" || ending == ".atom"
          || types.dropLast(3).contains(type)
    else { return nil }
    let title =
      node.attribute("title")
      ?? (node.name.local == "a" && budget.charge(node) ? node.plainText : nil)
    return Link(
      address: address, type: isCalendar ? "text/calendar" : type.isEmpty ? ending ?? "" : type,
      title: title.flatMap { FieldText.clean($0).text }.flatMap { $0.isEmpty ? nil : $0 })
  }

  private static func address(_ href: String, base: String?) -> String? {
    URLText.normalized(WebcalAddress.https(href.trimming(while: \.isWhitespace)), base: base)
  }
}
