import AlmanacModel
import AlmanacTime

/// Assigns ids to occurrences that are stable across editions and sorted by start.
///
/// An id is the start in minutes since 1970, shifted left by 20 bits, plus a hash of the event id
/// and the original start. If two collide within a minute, the later one gets the next free value.
struct OccurrenceIDs {
  static let hashBits: Int64 = 20

  private var used: Set<Int64> = []

  /// - Complexity: O(1) on average; a minute has 2^20 free values.
  mutating func id(of occurrence: PublishedOccurrence, event: String) -> Int64 {
    var hash = StableHash(event)
    hash.combine(occurrence.key)
    let mask = (Int64(1) << Self.hashBits) - 1
    let first = Self.first(startingAt: occurrence.startsAt)
    var low = Int64(truncatingIfNeeded: hash.value ^ (hash.value >> 29)) & mask
    while !used.insert(first + low).inserted { low = (low + 1) & mask }
    return first + low
  }

  /// The lowest id of an occurrence that starts in the minute of an instant.
  static func first(startingAt instant: Instant) -> Int64 {
    let seconds = instant.secondsSinceEpoch
    let minute = seconds >= 0 ? seconds / 60 : (seconds - 59) / 60
    return minute << hashBits
  }
}
