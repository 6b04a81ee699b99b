import AlmanacModel
import AlmanacTime

/// Decides which listings with one key are revisions of each other, and gives the others keys of
/// their own.
///
/// Publishers give one identifier to all dates of a series, to all classes of a course or, by
/// mistake, to everything. Two listings are revisions only if SEQUENCE or LAST-MODIFIED orders them
/// (RFC 5546, section 2.1.5) and their titles or starts agree. A moved event gets a higher
/// SEQUENCE; so LAST-MODIFIED alone does not make two dates revisions.
struct SharedKey {
  struct Member {
    /// The index of the listing in its document.
    let index: Int
    let start: CalendarTime
    /// RRULE and RDATE as text; nil for a single event.
    let rule: String?
    let title: String
    let venue: String
    let sequence: Int
    let visibility: Visibility
    let revision: EntryRevision

    init(_ listing: Listing, at index: Int, _ revision: EntryRevision) {
      self.index = index
      self.revision = revision
      start = listing.start
      rule = listing.recurrence.map { recurrence in
        (recurrence.rules.map { "\($0)" } + recurrence.additions.map(\.description))
          .joined(separator: "\n")
      }
      title = listing.title
      venue = listing.venue ?? ""
      sequence = listing.sequence
      visibility = listing.visibility
    }

    fileprivate var content: [String] { [start.description, rule ?? "", title, venue] }

    fileprivate func isOrdered(with other: Member) -> Bool {
      revision.isNewer(than: other.revision) || other.revision.isNewer(than: revision)
    }
  }

  /// A listing that is replaced by another revision.
  struct Dropped {
    let index: Int
    /// The index of the listing that stays.
    let kept: Int
    let isOlder: Bool
  }

  /// In document order of their first entries.
  private(set) var kept: [Member] = []
  private(set) var dropped: [Dropped] = []

  private let key: String
  private let isMeaningless: Bool
  /// Indices in `kept` by content, by start and title, and by start.
  private var byContent: [[String]: Int] = [:]
  private var byTitle: [[String]: Set<Int>] = [:]
  private var byStart: [String: Set<Int>] = [:]

  /// - Parameter isMeaningless: Whether most items of the document have this key, so that it
  ///   identifies none of them.
  init(_ key: String, isMeaningless: Bool) {
    self.key = key
    self.isMeaningless = isMeaningless
  }

  /// Adds the next listing with the key, in document order.
  mutating func take(_ member: Member) {
    if let position = former(of: member) { return settle(member, with: position) }
    kept.append(member)
    note(kept.count - 1)
  }

  /// The position of the listing that this one repeats or revises.
  private func former(of member: Member) -> Int? {
    if let position = byContent[member.content] { return position }
    guard !isMeaningless else { return nil }
    // With several candidates it is unknown which one was revised.
    let sameTitle = byTitle[Self.titleKey(member)] ?? []
    let sameStart = byStart[member.start.description] ?? []
    for positions in [sameTitle, sameStart] where positions.count == 1 {
      if let position = positions.first, kept[position].isOrdered(with: member) { return position }
    }
    guard kept.count == 1, let only = kept.first, sameStart.isEmpty, only.title == member.title
    else { return nil }
    let isSeries = only.rule != nil || member.rule != nil
    let isOrdered = isSeries ? only.isOrdered(with: member) : only.sequence != member.sequence
    return isOrdered ? 0 : nil
  }

  private mutating func settle(_ member: Member, with position: Int) {
    let known = kept[position]
    let isStricter =
      !known.isOrdered(with: member) && known.visibility == .public && member.visibility != .public
    let replaces = member.revision.isNewer(than: known.revision) || isStricter
    guard replaces else {
      dropped.append(Dropped(index: member.index, kept: known.index, isOlder: false))
      return
    }
    dropped.append(Dropped(index: known.index, kept: member.index, isOlder: true))
    byContent[known.content] = nil
    byTitle[Self.titleKey(known)]?.remove(position)
    byStart[known.start.description]?.remove(position)
    kept[position] = member
    note(position)
  }

  private mutating func note(_ position: Int) {
    let member = kept[position]
    byContent[member.content] = position
    byTitle[Self.titleKey(member), default: []].insert(position)
    byStart[member.start.description, default: []].insert(position)
  }

  private static func titleKey(_ member: Member) -> [String] {
    [member.start.description, member.title]
  }

  /// The keys of the remaining listings by index. A key is extended by the start, and if starts are
  /// equal by a hash of rule, title or venue. So no date takes over the identity of another one
  /// that leaves the feed.
  var keys: [(index: Int, key: String)] {
    guard kept.count > 1 else { return kept.map { ($0.index, key) } }
    var keys: [(index: Int, key: String)] = []
    for (start, members) in Dictionary(grouping: kept, by: \.start.description) {
      Self.split(members, by: 1, key: key + "#" + start, into: &keys)
    }
    return keys.sorted { $0.index < $1.index }
  }

  /// - Parameter level: The index in `content`.
  private static func split(
    _ members: [Member], by level: Int, key: String, into keys: inout [(index: Int, key: String)]
  ) {
    guard members.count > 1, level < 4 else {
      keys += members.map { ($0.index, key) }
      return
    }
    let parts = Dictionary(grouping: members) { $0.content[level] }
    for (text, part) in parts {
      let suffix = parts.count == 1 ? "" : "#" + StableHash(text).text(length: 8)
      split(part, by: level + 1, key: key + suffix, into: &keys)
    }
  }
}
