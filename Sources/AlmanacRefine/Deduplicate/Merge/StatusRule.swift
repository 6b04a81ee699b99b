import AlmanacModel
import AlmanacTime

/// Chooses the status of an event if its listings disagree.
///
/// The most trusted listing decides, unless its status is "confirmed", the default of most feeds.
/// Then a less trusted listing that is cancelled or postponed decides
/// - if it is the publisher's own and the most trusted is not,
/// - if both are of one kind and nothing shows which of them is newer,
/// - if it was updated later.
///
/// A title that starts with `CANCELLED:` counts as that status if the status field is "confirmed".
struct StatusRule: Sendable {
  struct Record: Sendable {
    let kind: EventKind
    let updated: CalendarTime?
    let status: EventStatus

    init(_ listing: Listing, status: EventStatus, title: String) {
      kind = listing.kind
      updated = listing.updated
      self.status = status == .confirmed ? TitleText(title).announcedStatus ?? status : status
    }
  }

  private let zone: Zone

  init(zone: Zone) {
    self.zone = zone
  }

  /// - Parameter records: Most trusted first.
  /// - Returns: The index of the one that decides; nil where there is none.
  func decisive(_ records: [Record]) -> Int? {
    guard let leading = records.first else { return nil }
    guard leading.status == .confirmed else { return 0 }
    let objection = records.firstIndex { record in
      guard record.status == .cancelled || record.status == .postponed else { return false }
      let isOwn = record.kind == .official && leading.kind == .community
      let isUndated = record.updated == nil || leading.updated == nil
      let isPeer = record.kind == leading.kind && isUndated
      return isOwn || isPeer || isLater(record, than: leading)
    }
    return objection ?? 0
  }

  private func isLater(_ record: Record, than other: Record) -> Bool {
    guard let updated = record.updated, let before = other.updated else { return false }
    return updated.instant(in: zone) > before.instant(in: zone)
  }
}
