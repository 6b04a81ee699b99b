import AlmanacModel

/// The state that the mappers of a feed, or of a batch of its items, share: the meaning of each
/// name, and the defects found.
final class FeedState {
  struct Meaning {
    let vocabulary: XMLNamespace
    let name: FeedName
    /// A bit if an element may contain the field once; 0 for others.
    let single: UInt32

    func matches(_ name: FeedName, _ vocabulary: XMLNamespace) -> Bool {
      self.name == name && self.vocabulary == vocabulary
    }
  }

  /// The format of a feed by its root.
  struct Root: Sendable {
    /// `.rss` or `.atom`.
    var format = XMLNamespace.rss
    /// The root's namespace, if it is unknown or Atom's; it means the format.
    var namespace: String?
  }

  private(set) var diagnostics = Diagnostics()
  private(set) var root: Root
  /// Indexed by `XMLName.number`.
  private var known: [Meaning?] = []

  init(_ root: Root = Root()) { self.root = root }

  /// Reads only the number of the name: threads that count references to it wait for each other.
  subscript(_ node: XMLNode) -> Meaning {
    let number = node.nameNumber
    if number < known.count, let meaning = known[number] { return meaning }
    return self[node.name]
  }

  subscript(_ name: XMLName) -> Meaning {
    if name.number < known.count, let meaning = known[name.number] { return meaning }
    let vocabulary = vocabulary(of: name)
    let feedName = FeedName(rawValue: name.local.lowercased()) ?? .other
    let isCore = vocabulary == .rss || vocabulary == .atom
    let singles = root.format == .rss ? Self.singlesOfRSS : Self.singlesOfAtom
    let bit = isCore ? singles.firstIndex(of: feedName).map { UInt32(1) << $0 } : nil
    let meaning = Meaning(vocabulary: vocabulary, name: feedName, single: bit ?? 0)
    while known.count <= name.number { known.append(nil) }
    known[name.number] = meaning
    return meaning
  }

  /// Treats an unknown namespace of the root as that of the format. Drafts of Atom have several,
  /// and some RSS publishers invent one or write Atom's. The root's name has determined the format.
  func open(root name: XMLName, as format: XMLNamespace) {
    let written = XMLNamespace.of(name)
    let isOwn = written == .other || written == .atom
    root = Root(format: format, namespace: isOwn ? name.namespace : nil)
    known = []
  }

  private func vocabulary(of name: XMLName) -> XMLNamespace {
    let vocabulary = XMLNamespace.of(name)
    guard let own = root.namespace, own == name.namespace else { return vocabulary }
    // The prefix `atom` means Atom, also if it is the document's default namespace.
    return vocabulary == .atom && !name.prefix.isEmpty ? vocabulary : root.format
  }

  // MARK: Defects

  func note(_ defect: Defect, line: Int?) { diagnostics.note(defect, line: line) }

  /// Reports an Atom identifier that is no absolute IRI (RFC 4287, section 4.2.6).
  func checkIRI(_ text: String?, line: Int?) {
    if text.flatMap(URLText.scheme) == nil { note(.identifierForm, line: line) }
  }

  /// Elements that a channel or an item may contain once (RSS 2.0, "Elements of <channel>" and
  /// "Elements of <item>").
  private static let singlesOfRSS: [FeedName] = [
    .title, .link, .description, .guid, .author, .pubDate, .lastBuildDate, .language,
    .copyright, .managingEditor, .webMaster, .generator, .docs, .cloud, .ttl, .image,
    .rating, .textInput, .skipHours, .skipDays, .comments, .source,
  ]

  /// Elements that a feed or an entry may contain once (RFC 4287, sections 4.1.1 and 4.1.2).
  private static let singlesOfAtom: [FeedName] = [
    .id, .title, .updated, .published, .summary, .content, .subtitle, .rights, .icon,
    .logo, .generator, .source,
  ]
}
