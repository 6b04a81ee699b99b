/// What deduplication found of each record.
public struct RecordMatches: Sendable {
  /// What a record belongs to.
  public struct Match: Sendable {
    let campus: Int32
    /// Index of the happening among those of the campus; -1 for a record without a start.
    var happening: Int32
    /// Where the added members stand in the campus's text.
    let members: Stretch
  }

  /// By block and record; nil for none.
  private(set) var matches: [[Match?]]
  /// The members that are added, by campus, in JSON without braces.
  private(set) var texts: [[UInt8]]
  /// How many happenings the records with a start are of.
  public private(set) var happeningCount = 0
  /// How many pairs were more likely one happening than two.
  public private(set) var links = 0

  init(blocks: [RecordBlock], campuses: Int) {
    matches = blocks.map { [Match?](repeating: nil, count: $0.records.count) }
    texts = [[UInt8]](repeating: [], count: campuses)
  }

  mutating func take(_ found: CampusRecords.Found, campus: Int) {
    for (place, match) in zip(found.places, found.matches) {
      matches[Int(place.block)][Int(place.record)] = match
    }
    texts[campus] = found.text
    happeningCount += found.happenings
    links += found.links
  }

  /// Appends the members that are added to a record: `"occurrence":…,"event":…,"match":…`.
  public func appendMembers(block: Int, record: Int, to bytes: inout [UInt8]) {
    guard let match = matches[block][record] else { return }
    bytes.append(contentsOf: texts[Int(match.campus)][match.members.range])
  }

  /// Equal for records of one happening, and for no others.
  public func happening(block: Int, record: Int) -> UInt64? {
    guard let match = matches[block][record], match.happening >= 0 else { return nil }
    return UInt64(UInt32(bitPattern: match.campus)) << 32 | UInt64(match.happening)
  }

  /// By record id the happening; of records of one id, the last one's.
  public func happenings(of blocks: [RecordBlock]) -> [String: UInt64] {
    var found: [String: UInt64] = [:]
    for (number, block) in blocks.enumerated() {
      for (index, record) in block.records.enumerated() {
        found[block.id(of: record)] = happening(block: number, record: index)
      }
    }
    return found
  }
}
