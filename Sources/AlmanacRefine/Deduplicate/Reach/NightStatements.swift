/// The numbers of tonight's statements, of which most are those of the night before.
struct NightStatements: Sendable {
  /// By listing of tonight: its item among those that were read; -1 where it was not, or states nothing.
  private(set) var items: [Int32] = []
  /// By listing of tonight where its statements begin, and the end.
  private(set) var firsts: [Int32] = [0]
  /// By statement: its number in the outline, or the complement of its candidate among those that were
  /// read.
  private(set) var origins: [Int32] = []
  /// By statement, its listing of tonight.
  private(set) var listings: [Int32] = []
  /// By statement of the outline, its number tonight; -1 where its listing is gone or was read.
  private(set) var numbers: [Int32]
  /// By candidate that was read, its number tonight.
  private(set) var freshNumbers: [Int32]

  /// nil where something that must be read was not.
  init?(_ night: NightListings, _ outline: CampusOutline, _ fresh: FreshStatements) {
    numbers = Array(repeating: -1, count: outline.statementCount)
    freshNumbers = Array(repeating: -1, count: fresh.table.candidates.count)
    origins.reserveCapacity(outline.statementCount + freshNumbers.count)
    listings.reserveCapacity(outline.statementCount + freshNumbers.count)
    var (read, item) = (0, 0)
    for listing in night.ids.indices {
      items.append(-1)
      if night.isFresh[listing] {
        guard read < fresh.prepared.outlined.count,
          fresh.prepared.outlined[read].id == night.hashes[listing]
        else { return nil }
        if fresh.prepared.outlined[read].isItem {
          items[listing] = Int32(item)
          for candidate in fresh.firstCandidates[item]..<fresh.firstCandidates[item + 1] {
            freshNumbers[candidate] = Int32(origins.count)
            add(~Int32(candidate), of: listing)
          }
          item += 1
        }
        read += 1
      } else {
        for statement in outline.statements(of: Int(night.before[listing])) {
          numbers[statement] = Int32(origins.count)
          add(Int32(statement), of: listing)
        }
      }
      firsts.append(Int32(origins.count))
    }
    guard read == fresh.prepared.outlined.count else { return nil }
  }

  private mutating func add(_ origin: Int32, of listing: Int) {
    origins.append(origin)
    listings.append(Int32(listing))
  }

  var count: Int { origins.count }

  func isFresh(_ statement: Int32) -> Bool { origins[Int(statement)] < 0 }

  func statements(of listing: Int) -> Range<Int> {
    Int(firsts[listing])..<Int(firsts[listing + 1])
  }

  /// Whether a listing states anything.
  func isItem(_ listing: Int) -> Bool { firsts[listing] < firsts[listing + 1] }
}
