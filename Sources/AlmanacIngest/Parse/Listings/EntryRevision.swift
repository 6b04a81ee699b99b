import AlmanacModel
import AlmanacTime

/// Orders two revisions of one event: by SEQUENCE, then by the time of the last change (RFC 5546,
/// section 2.1.5).
struct EntryRevision {
  private let sequence: Int
  private let updated: Instant?

  /// - Parameter zone: The zone of times of change without one.
  init(_ entry: borrowing Entry, in zone: Zone) {
    sequence = entry.sequence ?? 0
    updated = entry.updated?.instant(in: zone)
  }

  func isNewer(than other: EntryRevision) -> Bool {
    if sequence != other.sequence { return sequence > other.sequence }
    guard let updated, let before = other.updated else { return false }
    return updated > before
  }
}
