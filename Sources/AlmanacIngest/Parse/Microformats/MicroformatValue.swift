import AlmanacTime

/// The values of microformats properties, which may be in attributes.
enum MicroformatValue {
  /// The text of a property: from the value-class pattern, an attribute, or the visible text.
  static func text(of node: XMLNode) -> String {
    let parts = valueParts(of: node)
    if !parts.isEmpty { return parts.joined(separator: " ") }
    return attribute(of: node, ["abbr": "title", "data": "value", "input": "value", "img": "alt"])
      ?? node.plainText
  }

  /// The web address of a property as written.
  static func address(of node: XMLNode) -> String {
    let attribute = attribute(
      of: node,
      [
        "a": "href", "area": "href", "link": "href", "img": "src", "audio": "src", "video": "src",
        "source": "src", "object": "data", "abbr": "title", "data": "value",
      ])
    if let attribute { return attribute }
    // The link may be a descendant: <li class="url"><a href="…">.
    return node.outermost { $0.name.local == "a" }.first?.attribute("href") ?? node.plainText
  }

  /// The date of a property: by the value-class pattern joined from a date, a time and a zone, else
  /// from an attribute or the visible text.
  static func date(of node: XMLNode) -> String {
    let parts = valueParts(of: node)
    if !parts.isEmpty { return joined(parts) }
    // A title of another element may be a hint for readers.
    let title = node.attribute("title").flatMap { $0.contains(where: \.isNumber) ? $0 : nil }
    return attribute(of: node, dates) ?? title ?? node.plainText
  }

  private static let dates = [
    "time": "datetime", "ins": "datetime", "del": "datetime", "abbr": "title", "data": "value",
    "input": "value",
  ]

  private static func attribute(of node: XMLNode, _ names: [String: String]) -> String? {
    names[node.name.local].flatMap { node.attribute($0) }
  }

  /// The values of the value-class pattern (http://microformats.org/wiki/value-class-pattern).
  private static func valueParts(of node: XMLNode) -> [String] {
    node.outermost { $0.classes.contains { $0 == "value" || $0 == "value-title" } }.map { part in
      if part.classes.contains("value-title") { return part.attribute("title") ?? "" }
      let names = dates.merging(["img": "alt", "area": "alt"]) { first, _ in first }
      return attribute(of: part, names) ?? part.plainText
    }
    .filter(\.hasText)
  }

  /// Joins the first date, time and zone, which may be in any order.
  private static func joined(_ parts: [String]) -> String {
    var day = ""
    var time = ""
    var zone = ""
    for part in parts.map({ FieldText.clean($0).text }) {
      let isZone = part.hasPrefix("+") || part.hasPrefix("-") || part == "Z"
      let startsWithDay = part.utf8.prefix(4).allSatisfy(\.isDigit) && part.utf8.count >= 6
      if isZone, zone.isEmpty {
        zone = part
      } else if startsWithDay, day.isEmpty {
        day = part
      } else if time.isEmpty, !startsWithDay || part.utf8.count < 8 {
        time = part
      }
    }
    guard !day.isEmpty else { return parts.joined(separator: " ") }
    return day + (time.isEmpty ? "" : " " + time) + zone
  }
}
