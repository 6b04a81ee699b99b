import AlmanacModel
import AlmanacStore
import AlmanacTime

/// Keeps a source that suddenly lists nothing, or far less than before, from withdrawing its events:
/// it is broken more often than over.
///
/// Only sources that list everything they know can withdraw anything, so that only they are held for
/// what they lost; one that lists what comes next is held where it lists nothing at all, so that
/// somebody looks. What is past may go; so may single events, of any source.
struct ShrinkGuard {
  static let emptied: FindingCode = "E_EMPTY"
  static let shrunken: FindingCode = "E_SHRUNK"

  /// Whether a finding says that a guard holds its source.
  static func holds(_ finding: Finding) -> Bool {
    finding.code == emptied || finding.code == shrunken
  }

  let limits: Settings.Shrinking
  let now: Instant

  /// Why a document is not believed; nil for one that may replace what the source said.
  ///
  /// - Parameters:
  ///   - before: what the source says so far.
  ///   - keys: of what the document lists, and of items that are there and can't be used.
  ///   - zone: the zone of days and floating times.
  func refusal(
    before: [Listing], keys: Set<String>, count: Int, completeness: Source.Completeness, zone: Zone
  ) -> Finding? {
    guard !before.isEmpty else { return nil }
    let coming = before.filter { isComing($0, zone) }
    let known = completeness == .full ? before : coming
    if count == 0, keys.isEmpty, !known.isEmpty {
      return Finding(
        Self.emptied, message: "lists nothing any more, after \(known.count) events; \(remedy)")
    }
    guard completeness == .full else { return nil }
    let lost = coming.count { !keys.contains($0.key) }
    guard coming.count >= limits.events, lost * 100 > coming.count * limits.percent else {
      return nil
    }
    return Finding(
      Self.shrunken,
      message: "\(lost) of its \(coming.count) coming events are not listed any more; \(remedy)")
  }

  private var remedy: String {
    "they stay until it lists them again, says the same for \(limits.nights) nights, or you run "
      + "'almanac accept SOURCE'"
  }

  private func isComing(_ listing: Listing, _ zone: Zone) -> Bool {
    if (listing.end ?? listing.start).instant(in: zone) >= now { return true }
    guard let recurrence = listing.recurrence else { return false }
    let goesOn = recurrence.rules.contains { rule in
      rule.count == nil && rule.until.map { $0.instant(in: zone) >= now } ?? true
    }
    return goesOn || recurrence.additions.contains { $0.instant(in: zone) >= now }
  }
}
