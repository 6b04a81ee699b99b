import AlmanacModel
import AlmanacStore
import AlmanacTime

/// Holds a source that suddenly lists nothing, or far less than before: usually it is broken, and its
/// events have not ended. Many small sources that lose most of their events in one run are held together.
///
/// Only full sources can withdraw events, so only they are held for lost events. A window source is held
/// if it lists nothing at all, so that the operator looks at it. Past events and single events may go.
struct ShrinkGuard {
  static let emptied: FindingCode = "E_EMPTY"
  static let shrunken: FindingCode = "E_SHRUNK"

  /// Whether a finding means that its source is held.
  static func holds(_ finding: Finding) -> Bool {
    finding.code == emptied || finding.code == shrunken
  }

  let limits: Settings.ShrinkLimits
  let now: Instant

  /// What a document would withdraw.
  struct Loss: Hashable, Sendable {
    /// Upcoming events that the source listed before.
    var upcoming = 0
    /// Those of them that it lists no longer.
    var lost = 0

    static func + (left: Loss, right: Loss) -> Loss {
      Loss(upcoming: left.upcoming + right.upcoming, lost: left.lost + right.lost)
    }
  }

  /// What a document of a full source would withdraw. An event under another key with the same title and
  /// start is not lost: publishers renumber their events.
  ///
  /// - Parameters:
  ///   - before: The source's listings so far.
  ///   - listings: Those of the document.
  ///   - keys: Keys of the document's items, usable or not.
  ///   - zone: The zone of days and floating times.
  func loss(
    before: [Listing], listings: [Listing], keys: Set<String>, zone: Zone
  ) -> Loss {
    let upcoming = before.filter { isUpcoming($0, zone) }
    let missing = upcoming.filter { !keys.contains($0.key) }
    var loss = Loss(upcoming: upcoming.count, lost: missing.count)
    guard !missing.isEmpty else { return loss }
    let known = Set(before.map(\.key))
    var renumbered: [Appearance: Int] = [:]
    for listing in listings where !known.contains(listing.key) {
      renumbered[Appearance(listing, zone), default: 0] += 1
    }
    for listing in missing {
      let appearance = Appearance(listing, zone)
      guard let count = renumbered[appearance], count > 0 else { continue }
      renumbered[appearance] = count - 1
      loss.lost -= 1
    }
    return loss
  }

  /// Recognizes an event under another key.
  private struct Appearance: Hashable {
    let title: String
    let start: Instant

    init(_ listing: Listing, _ zone: Zone) {
      title = listing.title.lowercased()
      start = listing.start.instant(in: zone)
    }
  }

  /// The number of upcoming events.
  func upcoming(_ listings: [Listing], _ zone: Zone) -> Int {
    listings.count { isUpcoming($0, zone) }
  }

  /// Why a document without items is held; nil if it is accepted.
  func refusalOfEmpty(
    before: [Listing], completeness: Source.Completeness, zone: Zone
  ) -> Finding? {
    let known = completeness == .full ? before.count : upcoming(before, zone)
    guard known > 0 else { return nil }
    return Finding(
      Self.emptied,
      message: "lists nothing, after \(String(counting: known, "event")); \(remedy)")
  }

  /// Why a document of a full source is held; nil if it may replace the source's listings.
  func refusal(_ loss: Loss) -> Finding? {
    guard loss.upcoming >= limits.events, isTooMuch(loss) else { return nil }
    return Finding(
      Self.shrunken,
      message: "\(loss.lost) of its \(loss.upcoming) upcoming events are no longer listed; "
        + remedy)
  }

  /// Why a document of a small source is held although `refusal(_:)` accepts it: together with others of
  /// this run it withdraws more of all upcoming events than one source may of its own.
  ///
  /// - Parameter all: What the documents of this run withdraw, of the upcoming events of all sources.
  func refusal(_ loss: Loss, of all: Loss) -> Finding? {
    guard isTooMuch(loss), all.lost >= limits.events, isTooMuch(all) else { return nil }
    return Finding(
      Self.shrunken,
      message: "\(loss.lost) of its \(loss.upcoming) upcoming events are no longer listed, and "
        + "\(all.lost) of \(all.upcoming) of all sources together; \(remedy)")
  }

  /// Whether more events are lost than a source may lose, however few it has.
  func isTooMuch(_ loss: Loss) -> Bool { loss.lost * 100 > loss.upcoming * limits.percent }

  private var remedy: String {
    "they stay until it lists them again, gives the same result on "
      + "\(String(counting: limits.days, "day")), or you run "
      + "'almanac accept SOURCE'"
  }

  private func isUpcoming(_ listing: Listing, _ zone: Zone) -> Bool {
    if (listing.end ?? listing.start).instant(in: zone) >= now { return true }
    guard let recurrence = listing.recurrence else { return false }
    let goesOn = recurrence.rules.contains { rule in
      rule.count == nil && rule.until.map { $0.instant(in: zone) >= now } ?? true
    }
    return goesOn || recurrence.additions.contains { $0.instant(in: zone) >= now }
  }
}
