import AlmanacModel
import AlmanacPlan
import AlmanacTime

/// When each entry and task of an agenda last changed, known from the `agenda.json` of the last plan.
///
/// An unchanged entry keeps its DTSTAMP, so that adding or removing another changes no byte of it.
struct EntryChanges {
  struct Change: Hashable {
    var digest: String
    var modified: Instant
  }

  private var changes: [String: Change] = [:]
  /// Starts of the flexible entries, by key.
  private(set) var starts: [String: Instant] = [:]

  subscript(key: String) -> Change? { changes[key] }

  /// What the last plan left; nothing for bytes that are no agenda.
  init(_ bytes: [UInt8]?) {
    guard let bytes, let json = try? JSONValue(parsing: bytes) else { return }
    for entry in json["entries"]?.array ?? [] {
      guard let key = entry["key"]?.string else { continue }
      add(entry, key: key)
      if entry["flexible"]?.bool == true, let text = entry["start"]?.string,
        let start = Instant(rfc3339: text)
      {
        starts[key] = start
      }
    }
    for task in json["tasks"]?.array ?? [] {
      if let id = task["id"]?.string { add(task, key: "task " + id) }
    }
  }

  private mutating func add(_ json: JSONValue, key: String) {
    guard let digest = json["digest"]?.string, let text = json["modified"]?.string,
      let modified = Instant(rfc3339: text)
    else { return }
    changes[key] = Change(digest: digest, modified: modified)
  }

  /// The changes of an agenda: entries whose content is that of the last plan keep their time.
  func updated(for agenda: Agenda) -> EntryChanges {
    var updated = EntryChanges(nil)
    func note(_ key: String, _ content: [String?]) {
      var hash = StableHash()
      for part in content {
        hash.combine(part ?? "")
        hash.combine(0)
      }
      let digest = hash.text(length: 16)
      let known = changes[key].flatMap { $0.digest == digest ? $0.modified : nil }
      updated.changes[key] = Change(digest: digest, modified: known ?? agenda.now)
    }
    let travel = Dictionary(
      agenda.legs.compactMap { leg in leg.entry.map { ($0, leg.proposed) } },
      uniquingKeysWith: { first, _ in first })
    for entry in agenda.entries {
      let way = travel[entry.key] ?? nil
      note(
        entry.key,
        [
          entry.title, entry.start.rfc3339, entry.end.rfc3339, entry.venue, entry.notes, entry.link,
          entry.weather, "\(entry.isCancelled)", "\(entry.isTentative)",
          entry.alarm.map(String.init), entry.tone, entry.picture,
          entry.modified?.rfc3339, way?.mean.rawValue, way.map { "\($0.duration)" },
        ])
    }
    for task in agenda.tasks {
      note(
        "task " + task.id,
        [
          task.title, task.due.description, "\(task.isDone)", task.notes,
          task.alarm.map(String.init), task.tone, task.picture,
        ])
    }
    return updated
  }
}
