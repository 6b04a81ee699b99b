import AlmanacModel
import AlmanacTime

/// Assigns ids to occurrences that are the same in every edition and ordered by start.
///
/// An id is the minute of the start since 1970, shifted left by 20 bits, plus a hash of the event's
/// id and the original start. Two that collide within a minute take the next free value, in the
/// order in which they are assigned.
struct OccurrenceIDs {
  static let hashBits: Int64 = 20

  private var used: Set<Int64> = []

  mutating func id(of occurrence: PublishedOccurrence, event: String) -> Int64 {
    var hash = StableHash(event)
    hash.combine(occurrence.key)
    let mask = (Int64(1) << Self.hashBits) - 1
    let first = Self.first(startingAt: occurrence.startsAt)
    var low = Int64(truncatingIfNeeded: hash.value ^ (hash.value >> 29)) & mask
    while !used.insert(first + low).inserted { low = (low + 1) & mask }
    return first + low
  }

  /// The lowest id of what starts in the minute of an instant.
  static func first(startingAt instant: Instant) -> Int64 {
    let seconds = instant.secondsSinceEpoch
    let minute = seconds >= 0 ? seconds / 60 : (seconds - 59) / 60
    return minute << hashBits
  }
}
