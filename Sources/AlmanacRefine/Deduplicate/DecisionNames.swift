import AlmanacModel

/// The names of listings and events in `decisions.yaml`: id, uid, or URL in any spelling.
enum DecisionNames {
  static func names(of listing: Listing) -> Set<String> {
    names(id: listing.id, uid: listing.uid, link: listing.link)
  }

  /// Also those that it had before.
  static func names(of trace: ListingTrace) -> Set<String> {
    names(id: trace.id, uid: trace.uid, link: trace.link).union(trace.formerNames ?? [])
  }

  /// The listing's and its event's.
  static func names(of record: DoubtfulPair.Record) -> Set<String> {
    names(id: record.listing, uid: record.uid, link: record.link).union([record.event])
  }

  /// All of an event: its ids, present and former, and those of its listings.
  static func names(of event: Event) -> Set<String> {
    event.listings.reduce(into: Set([event.id] + event.aliases + (event.formerNames ?? []))) {
      $0.formUnion(names(id: $1.id, uid: $1.uid, link: $1.url))
    }
  }

  /// All names in decisions.
  static func names(in decisions: Decisions) -> [String] {
    decisions.same.flatMap { $0 } + decisions.different.flatMap { $0 } + decisions.hide
      + decisions.set.keys
  }

  /// The spellings under which a name is looked up.
  static func spellings(of name: String) -> Set<String> {
    guard let normal = LinkText(name)?.text else { return [name] }
    return [name, normal]
  }

  private static func names(id: String, uid: String?, link: String?) -> Set<String> {
    var names: Set<String> = [id]
    if let uid { names.insert(uid) }
    if let link { names.formUnion(spellings(of: link)) }
    return names
  }
}
