import AlmanacModel
import AlmanacTime

/// Compares an event with what another edition has of it.
struct EventComparison {
  let now: Instant
  /// Where both editions know all occurrences; outside it they come and go with the window.
  let common: Window
  let old: StoredContent
  let new: StoredContent

  /// A line for each field that differs.
  func changes() -> [Change] {
    guard old.isWithdrawn == new.isWithdrawn else {
      return [
        Change(new.isWithdrawn ? .withdrawn : .added, event: new.id, title: new.title, at: now)
      ]
    }
    return fieldChanges() + occurrenceChanges()
  }

  private func change(
    _ kind: Change.Kind = .changed, field: String, old: String?, new: String?
  ) -> Change {
    Change(
      kind, event: self.new.id, title: self.new.title, at: now, field: field, old: old, new: new)
  }

  private func fieldChanges() -> [Change] {
    EventContent.fieldNames.compactMap { name in
      guard old.fields[name] != new.fields[name] else { return nil }
      let isCancelled = name == "status" && new.status == EventStatus.cancelled.rawValue
      return change(
        isCancelled ? .cancelled : .changed, field: name, old: old.fields[name],
        new: new.fields[name])
    }
  }

  private func occurrenceChanges() -> [Change] {
    if old.occurrences.count == 1, new.occurrences.count == 1, let one = old.occurrences.first,
      let other = new.occurrences.first, !one.isRecurring, !other.isRecurring
    {
      return timeChanges(one, other)
    }
    return seriesChanges()
  }

  /// Of an event that happens once: its place and status are the event's own fields.
  private func timeChanges(_ old: OccurrenceContent, _ new: OccurrenceContent) -> [Change] {
    var changes: [Change] = []
    if old.startsAt != new.startsAt || old.startText != new.startText {
      changes.append(change(field: "start", old: old.startText, new: new.startText))
    }
    if old.endsAt != new.endsAt {
      changes.append(change(field: "end", old: old.endsAt?.rfc3339, new: new.endsAt?.rfc3339))
    }
    return changes
  }

  private func seriesChanges() -> [Change] {
    let before = Dictionary(
      old.occurrences.map { ($0.key, $0) }, uniquingKeysWith: { first, _ in first })
    let after = Set(new.occurrences.map(\.key))
    var changes: [Change] = []
    for occurrence in new.occurrences {
      guard let was = before[occurrence.key] else {
        guard occurrence.touches(common) else { continue }
        changes.append(change(field: "occurrence", old: nil, new: occurrence.startText))
        continue
      }
      guard was != occurrence else { continue }
      let isEvents = hasStatusOfEvent(was, occurrence)
      if occurrence.isCancelled, !was.isCancelled, !isEvents {
        changes.append(
          change(.cancelled, field: "occurrence", old: was.startText, new: occurrence.startText))
      } else {
        changes += overrideChanges(was, occurrence, includesStatus: !isEvents)
      }
    }
    for was in old.occurrences where !after.contains(was.key) && was.touches(common) {
      changes.append(change(field: "occurrence", old: was.startText, new: nil))
    }
    return changes
  }

  /// Whether the line about the event's status also covers the occurrence's.
  private func hasStatusOfEvent(_ was: OccurrenceContent, _ occurrence: OccurrenceContent) -> Bool {
    if was.status == old.status, occurrence.status == new.status { return true }
    return occurrence.isCancelled
      && [EventStatus.cancelled, .postponed].contains { $0.rawValue == new.status }
  }

  /// An occurrence without values of its own changes with the event; only its own differences are
  /// logged.
  private func overrideChanges(
    _ was: OccurrenceContent, _ occurrence: OccurrenceContent, includesStatus: Bool
  ) -> [Change] {
    var changes: [Change] = []
    if was.startText != occurrence.startText {
      changes.append(
        change(field: "occurrence", old: was.startText, new: occurrence.startText))
    }
    func add(_ name: String, _ old: String?, _ new: String?) {
      guard old != new else { return }
      changes.append(
        change(
          field: "occurrence.\(name)", old: "\(was.startText) \(old ?? "")",
          new: "\(occurrence.startText) \(new ?? "")"))
    }
    add("end", was.endsAt?.rfc3339, occurrence.endsAt?.rfc3339)
    if includesStatus { add("status", was.status, occurrence.status) }
    add("title", was.title, occurrence.title)
    // What was the event's own description may be the occurrence's now, and be the same.
    let texts = (
      was.text ?? old.fields["description"], occurrence.text ?? new.fields["description"]
    )
    if was.text != occurrence.text, texts.0 != texts.1 {
      // The log has which occurrence it is, not the text.
      changes.append(
        change(
          field: "occurrence.description", old: was.startText, new: occurrence.startText))
    }
    if movedAlone(was, occurrence) {
      add("venue", was.venue, occurrence.venue)
      add("place", was.place, occurrence.place)
      add("room", was.room, occurrence.room)
    }
    return changes
  }

  /// Whether an occurrence moved on its own, not because its whole event did.
  private func movedAlone(_ was: OccurrenceContent, _ occurrence: OccurrenceContent) -> Bool {
    let isEvents =
      occurrence.venue == new.fields["venue"] && occurrence.place == new.fields["place"]
      && occurrence.room == new.fields["room"]
    // Back at the event's own place while that stayed where it was: the override went away.
    return !isEvents || old.digest == new.digest
  }
}
