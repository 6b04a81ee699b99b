import AlmanacModel
import AlmanacTime

/// What an event's status is where its listings disagree.
///
/// The most trusted listing decides, unless it says no more than "confirmed", which is what feeds
/// say by default. Then a less trusted one that says cancelled or postponed is heard
/// - if it is the publisher's own and the most trusted is not,
/// - if both are of one kind and nothing shows which of them is newer,
/// - if it was updated later.
///
/// A title that opens with `CANCELLED:` says so where the status does not.
struct StatusRule: Sendable {
  struct Record: Sendable {
    let kind: EventKind
    let updated: CalendarTime?
    let status: EventStatus

    init(_ listing: Listing, status: EventStatus, title: String) {
      kind = listing.kind
      updated = listing.updated
      self.status = status == .confirmed ? TitleText(title).stated ?? status : status
    }
  }

  private let zone: Zone

  init(zone: Zone) {
    self.zone = zone
  }

  /// - Parameter records: Most trusted first.
  /// - Returns: The index of the one that decides; nil where there is none.
  func decisive(_ statements: [Record]) -> Int? {
    guard let leading = statements.first else { return nil }
    guard leading.status == .confirmed else { return 0 }
    let objection = statements.firstIndex { statement in
      guard statement.status == .cancelled || statement.status == .postponed else { return false }
      let isOwn = statement.kind == .official && leading.kind == .community
      let isUndated = statement.updated == nil || leading.updated == nil
      let isPeer = statement.kind == leading.kind && isUndated
      return isOwn || isPeer || isLater(statement, than: leading)
    }
    return objection ?? 0
  }

  private func isLater(_ statement: Record, than other: Record) -> Bool {
    guard let updated = statement.updated, let before = other.updated else { return false }
    return updated.instant(in: zone) > before.instant(in: zone)
  }
}
