/// The types of the schema.org vocabulary.
enum SchemaType {
  /// Subtypes of Event with other names. UserInteraction and its subtypes are left out, because
  /// they count clicks. Some publishers write the type in lower case.
  private static let events: Set = [
    "event", "CourseInstance", "EventSeries", "Festival", "Hackathon",
  ]

  /// Whether a type is Event, a subtype, or an unknown type with such a name.
  static func isEvent(_ type: String) -> Bool {
    events.contains(type) || (type.hasSuffix("Event") && !type.contains(":"))
  }

  static func isEvent(_ node: SchemaNode) -> Bool { node.types.contains(where: isEvent) }

  /// The types as category words: all that are more specific than Event.
  static func categories(of node: SchemaNode) -> [String] {
    node.types.filter { isEvent($0) && !["event", "Event", "EventSeries"].contains($0) }
  }

  /// The name without the vocabulary's address: `https://schema.org/Monday` becomes `Monday`.
  static func local(_ text: String) -> String {
    guard let slash = text.lastIndex(where: { $0 == "/" || $0 == "#" || $0 == ":" }) else {
      return text
    }
    return String(text[text.index(after: slash)...])
  }

  /// Whether an address is that of schema.org or below it.
  static func isVocabulary(_ address: String) -> Bool {
    var rest = address.utf8[...]
    for start in starts where rest.starts(withLowercase: start) {
      rest = rest.dropFirst(start.count)
    }
    return hosts.contains { host in
      guard rest.starts(withLowercase: host) else { return false }
      let next = rest.dropFirst(host.count).first
      return next == nil || next == UInt8(ascii: "/") || next == UInt8(ascii: "#")
    }
  }

  /// Google's second host, and the vocabulary from which schema.org was made.
  private static let hosts = ["schema.org", "schema.googleapis.com", "data-vocabulary.org"].map {
    Array($0.utf8)
  }
  /// The optional parts before the host, in this order.
  private static let starts = ["https:", "http:", "//", "www."].map { Array($0.utf8) }

  /// The name in an address of schema.org; nil for other addresses.
  static func name(of address: String) -> String? {
    guard isVocabulary(address) else { return nil }
    let name = local(address)
    return name.isEmpty ? nil : name
  }
}
