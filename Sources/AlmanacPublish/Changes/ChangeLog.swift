import AlmanacTime

/// The changes that the edition before tells of and are not too old, then those since.
struct ChangeLog: Sendable {
  let previous: PreviousDatabase?
  let horizon: Instant
  let changes: EditionChanges

  /// In order of time.
  func each(_ body: (Change) throws -> Void) throws {
    try previous?.eachChange(after: horizon, body)
    try changes.each(body)
  }
}
