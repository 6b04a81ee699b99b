import AlmanacModel
import AlmanacTime

/// Compares the content of one event in two editions.
struct EventComparison {
  let now: Instant
  /// The time range in which both editions contain all occurrences.
  let common: Window
  let old: StoredContent
  let new: StoredContent

  /// One change for each field that differs.
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

  /// Changes of an event with a single date. Its place and status are compared as fields of the
  /// event.
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

  /// Changes of an event with several dates. Occurrences are matched by key.
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
      // If the event's own status explains the difference, don't log it for each date.
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

  /// Whether the change of the event's status also explains the occurrence's.
  private func hasStatusOfEvent(_ was: OccurrenceContent, _ occurrence: OccurrenceContent) -> Bool {
    if was.status == old.status, occurrence.status == new.status { return true }
    return occurrence.isCancelled
      && [EventStatus.cancelled, .postponed].contains { $0.rawValue == new.status }
  }

  /// Changes of one occurrence's own values. Inherited values change with the event and aren't
  /// logged again.
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
    // A description may move from the event to the occurrence without a visible difference.
    let texts = (
      was.text ?? old.fields["description"], occurrence.text ?? new.fields["description"]
    )
    if was.text != occurrence.text, texts.0 != texts.1 {
      // Log only which occurrence changed, not its text.
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

  /// Whether an occurrence moved alone, not with its whole event.
  private func movedAlone(_ was: OccurrenceContent, _ occurrence: OccurrenceContent) -> Bool {
    let isEvents =
      occurrence.venue == new.fields["venue"] && occurrence.place == new.fields["place"]
      && occurrence.room == new.fields["room"]
    // It has the event's place. If the event didn't change, an override was removed.
    return !isEvents || old.digest == new.digest
  }
}
