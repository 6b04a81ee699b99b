import AlmanacModel
import AlmanacTime

/// Compares an event with what the edition before said of it.
struct EventComparison {
  let now: Instant
  /// Where both editions know all occurrences; outside it they come and go with the window.
  let common: Window
  let previous: PreviousEvent
  let event: PublishedEvent
  let digest: String

  /// The revision to publish under, and a line for each field that differs.
  func compare(fields oldFields: () throws -> [String: String]) rethrows -> (
    EventRevision, [Change]
  ) {
    var changes: [Change] = []
    let isOther = digest != previous.revision.digest
    let old = isOther || hasDescriptions ? try oldFields() : [:]
    if isOther { changes += fieldChanges(old) }
    let occurrenceChanges = occurrenceChanges(oldText: old["description"])
    changes += occurrenceChanges
    var revision = previous.revision
    revision.hasDatedUIDs = revision.hasDatedUIDs || event.needsDatedUIDs
    if digest != revision.digest || !occurrenceChanges.isEmpty {
      revision.sequence &+= 1
      revision.modified = now
      revision.digest = digest
    }
    return (revision, changes)
  }

  /// Whether some occurrence has a description of its own, in whichever edition.
  private var hasDescriptions: Bool {
    previous.occurrences.contains { $0.text != nil }
      || event.occurrences.contains { $0.text != nil }
  }

  private func change(
    _ kind: Change.Kind = .changed, field: String, old: String?, new: String?
  ) -> Change {
    Change(
      kind, event: event.id, title: event.event.title, at: now, field: field, old: old, new: new)
  }

  private func fieldChanges(_ old: [String: String]) -> [Change] {
    let new = EventContent.fields(of: event)
    return EventContent.fieldNames.compactMap { name in
      guard old[name] != new[name] else { return nil }
      let isCancelled = name == "status" && event.status == .cancelled
      return change(
        isCancelled ? .cancelled : .changed, field: name, old: old[name], new: new[name])
    }
  }

  /// - Parameter oldText: What the event before was about.
  private func occurrenceChanges(oldText: String?) -> [Change] {
    let old = previous.occurrences
    let new = event.occurrences.map { OccurrenceContent($0) }
    if old.count == 1, new.count == 1, let one = old.first, let other = new.first,
      !one.isRecurring, !other.isRecurring
    {
      return timeChanges(one, other)
    }
    return seriesChanges(old, new, oldText: oldText)
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

  private func seriesChanges(
    _ old: [OccurrenceContent], _ new: [OccurrenceContent], oldText: String?
  ) -> [Change] {
    let before = Dictionary(old.map { ($0.key, $0) }, uniquingKeysWith: { first, _ in first })
    let after = Dictionary(new.map { ($0.key, $0) }, uniquingKeysWith: { first, _ in first })
    var changes: [Change] = []
    for occurrence in new {
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
        changes += overrideChanges(was, occurrence, oldText: oldText, tellsStatus: !isEvents)
      }
    }
    for was in old where after[was.key] == nil && was.touches(common) {
      changes.append(change(field: "occurrence", old: was.startText, new: nil))
    }
    return changes
  }

  /// Whether the line about the event's status says what became of the occurrence's.
  private func hasStatusOfEvent(_ old: OccurrenceContent, _ new: OccurrenceContent) -> Bool {
    if old.status == previous.status, new.status == event.status.rawValue { return true }
    return new.isCancelled && (event.status == .cancelled || event.status == .postponed)
  }

  /// An occurrence that is what the event is changes with the event; only its own differences
  /// are told.
  private func overrideChanges(
    _ old: OccurrenceContent, _ new: OccurrenceContent, oldText: String?, tellsStatus: Bool
  ) -> [Change] {
    var changes: [Change] = []
    if old.startText != new.startText {
      changes.append(change(field: "occurrence", old: old.startText, new: new.startText))
    }
    func add(_ name: String, _ was: String?, _ value: String?) {
      guard was != value else { return }
      changes.append(
        change(
          field: "occurrence.\(name)", old: "\(old.startText) \(was ?? "")",
          new: "\(new.startText) \(value ?? "")"))
    }
    add("end", old.endsAt?.rfc3339, new.endsAt?.rfc3339)
    if tellsStatus { add("status", old.status, new.status) }
    add("title", old.title, new.title)
    if old.text != new.text {
      // What was the event's own may be told of the occurrence now, and be the same.
      let isSame = (old.text ?? oldText) == (new.text ?? event.event.text)
      // Which one it is of is told, the text is not.
      if !isSame {
        changes.append(
          change(field: "occurrence.description", old: old.startText, new: new.startText))
      }
    }
    let venueChanged = previousLocationDiffers(old, new)
    if venueChanged {
      add("venue", old.venue, new.venue)
      add("place", old.place, new.place)
      add("room", old.room, new.room)
    }
    return changes
  }

  /// Whether an occurrence moved on its own, not because its whole event did.
  private func previousLocationDiffers(_ old: OccurrenceContent, _ new: OccurrenceContent) -> Bool {
    let location = event.location
    let isEvents =
      new.venue == location.venue && new.place == location.place?.id && new.room == location.room
    guard isEvents else { return true }
    // Back at the event's own place while that stayed where it was: the override went away.
    return digest == previous.revision.digest
  }
}

extension PublishedEvent {
  /// Whether several happenings without a common rule would share one UID.
  var needsDatedUIDs: Bool { event.series == nil && occurrences.count > 1 }
}
