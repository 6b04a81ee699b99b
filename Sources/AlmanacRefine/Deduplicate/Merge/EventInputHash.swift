import AlmanacModel
import AlmanacTime

/// Hashes everything from which an event is merged: two equal hashes mean two equal events.
struct EventInputHash: Sendable {
  private let rules: StableHash

  /// - Parameters:
  ///   - limit: Most instances of one series in the window.
  ///   - tzdata: Version of the time zone database.
  init(_ input: DeduplicateInput, limit: Int, tzdata: String) {
    var hash = StableHash("\(StageName.deduplicate.version) \(limit) \(tzdata)")
    hash.combine(input.campus.id)
    hash.combine(input.campus.timezone)
    hash.combine("\(input.window.from) \(input.window.to)")
    for (name, fields) in input.decisions.set.sorted(by: { $0.key < $1.key }) {
      hash.combine(name)
      for (field, value) in fields.sorted(by: { $0.key < $1.key }) {
        hash.combine(field)
        hash.combine(value)
      }
      hash.combine(0)
    }
    // Where edited events are.
    for (query, placement) in EventEdits.placements(input) {
      hash.combine(query.text)
      hash.combine(placement)
    }
    rules = hash
  }

  /// In hexadecimal digits.
  func text(of group: EventMerger.Group) -> String {
    var hash = rules
    hash.combine(group.id)
    for names in [group.aliases, group.formerNames] {
      hash.combine(bytesOf: UInt64(names.count))
      for name in names { hash.combine(name) }
    }
    for (member, reference) in zip(group.members, group.references) {
      hash.combine(member.id)
      hash.combine(bytesOf: member.hash)
      hash.combine(member.placement)
      for (venue, placement) in member.placementsByVenue.sorted(by: { $0.key < $1.key }) {
        hash.combine(venue)
        hash.combine(placement)
      }
      hash.combine(bytesOf: reference.score.bitPattern)
      for word in reference.evidence { hash.combine(word) }
      hash.combine(0)
    }
    for isOwn in group.hasOwnVenue { hash.combine(isOwn ? 1 : 0) }
    for occurrence in group.occurrences {
      for record in occurrence {
        hash.combine(record.member.id)
        hash.combine(bytesOf: UInt64(record.position))
      }
      hash.combine(0)
    }
    return String(hash.value, radix: 16)
  }
}

extension StableHash {
  fileprivate mutating func combine(_ text: String?) {
    combine(text == nil ? 0 : 1)
    if let text { combine(text) }
  }

  fileprivate mutating func combine(_ placement: Placement?) {
    combine(placement == nil ? 0 : 1)
    guard let placement else { return }
    combine(placement.place)
    combine(placement.name)
    combine(placement.room)
    combine(placement.floor.map(String.init))
    combine(placement.method?.rawValue)
    combine(placement.reason?.rawValue)
    combine(bytesOf: placement.confidence.bitPattern)
    combine(placement.coordinate == nil ? 0 : 1)
    combine(bytesOf: placement.coordinate?.latitude.bitPattern ?? 0)
    combine(bytesOf: placement.coordinate?.longitude.bitPattern ?? 0)
    for candidate in placement.candidates {
      combine(candidate.place)
      combine(bytesOf: candidate.score.bitPattern)
      combine(candidate.against)
    }
    combine(0)
  }
}
