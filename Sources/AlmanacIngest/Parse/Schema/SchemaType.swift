/// The types of schema.org that the readers of events tell apart.
enum SchemaType {
  /// schema.org's sub-types of Event whose names do not say so. UserInteraction and its kinds are
  /// left out: they count clicks.
  private static let events: Set = ["CourseInstance", "EventSeries", "Festival", "Hackathon"]

  /// Event, its sub-types, and types of later versions that are named as those are.
  static func isEvent(_ type: String) -> Bool {
    events.contains(type) || (type.hasSuffix("Event") && !type.contains(":"))
  }

  static func isEvent(_ node: SchemaNode) -> Bool { node.types.contains(where: isEvent) }

  /// The types as words of a category: all that say more than that it is an event.
  static func categories(of node: SchemaNode) -> [String] {
    node.types.filter { isEvent($0) && !["Event", "EventSeries"].contains($0) }
  }

  /// The name without the address of the vocabulary: `https://schema.org/Monday` is `Monday`.
  static func local(_ text: String) -> String {
    guard let slash = text.lastIndex(where: { $0 == "/" || $0 == "#" || $0 == ":" }) else {
      return text
    }
    return String(text[text.index(after: slash)...])
  }

  /// Whether an address is schema.org's own or below it, in any of its spellings; Google had a name
  /// of its own for it.
  static func isVocabulary(_ address: String) -> Bool {
    var rest = address.utf8[...]
    for start in starts where begins(rest, with: start) { rest = rest.dropFirst(start.count) }
    return hosts.contains { host in
      guard begins(rest, with: host) else { return false }
      let next = rest.dropFirst(host.count).first
      return next == nil || next == UInt8(ascii: "/") || next == UInt8(ascii: "#")
    }
  }

  private static let hosts = ["schema.org", "schema.googleapis.com"].map { Array($0.utf8) }
  /// What may stand before them, in this order.
  private static let starts = ["https:", "http:", "//", "www."].map { Array($0.utf8) }

  /// In any case.
  private static func begins(
    _ text: Substring.UTF8View, with start: [UInt8]
  ) -> Bool {
    text.prefix(start.count).map(\.lowercased) == start
  }

  /// The name that an address of schema.org stands for; nil for all others.
  static func name(of address: String) -> String? {
    guard isVocabulary(address) else { return nil }
    let name = local(address)
    return name.isEmpty ? nil : name
  }
}
