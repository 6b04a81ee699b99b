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
    func note(_ key: String, _ content: [String?], numbers: [Int64] = []) {
      var hash = StableHash()
      for part in content { hash.combine(part ?? "") }
      for number in numbers { hash.combine(bytesOf: UInt64(bitPattern: number)) }
      let digest = hash.text(length: 16)
      let known = changes[key].flatMap { $0.digest == digest ? $0.modified : nil }
      updated.changes[key] = Change(digest: digest, modified: known ?? agenda.now)
    }
    for entry in agenda.entries {
      let content = entry.content
      let way = agenda.leg(to: entry.key)?.proposed
      note(
        entry.key,
        [
          content.title, content.venue, content.link, content.weather, way?.mean.rawValue,
        ] + Self.texts(content.details),
        numbers: [
          entry.start.secondsSinceEpoch, entry.end.secondsSinceEpoch,
          content.modified?.secondsSinceEpoch ?? 0, Int64(way?.duration ?? 0),
          content.isCancelled ? 1 : 0, content.isTentative ? 1 : 0,
        ])
    }
    for task in agenda.tasks {
      note(
        "task " + task.id,
        [
          task.title, task.due.description, "\(task.isDone)",
        ] + Self.texts(task.details))
    }
    return updated
  }

  private static func texts(_ details: EntryDetails) -> [String?] {
    [details.notes, details.alarm.map(String.init), details.tone, details.picture]
  }
}
