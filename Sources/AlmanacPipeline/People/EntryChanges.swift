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
    // Skips the ways between entries, which are most of an agenda.
    guard let bytes, let json = try? JSONReading(parsing: bytes, deferring: "travel").value
    else { return }
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
    updated.changes.reserveCapacity(agenda.entries.count + agenda.tasks.count)
    func note(_ key: String, _ hash: StableHash) {
      let digest = hash.text(length: 16)
      let known = changes[key].flatMap { $0.digest == digest ? $0.modified : nil }
      updated.changes[key] = Change(digest: digest, modified: known ?? agenda.now)
    }
    for entry in agenda.entries {
      let way = agenda.leg(to: entry.key)?.proposed
      note(entry.key, Self.hash(entry, way))
    }
    for task in agenda.tasks {
      var hash = StableHash()
      hash.combine(task.title)
      hash.combine(task.due.description)
      hash.combine("\(task.isDone)")
      Self.combine(task.details, into: &hash)
      note("task " + task.id, hash)
    }
    return updated
  }

  private static func hash(_ entry: AgendaEntry, _ way: TravelOption?) -> StableHash {
    var hash = StableHash()
    hash.combine(entry.title)
    hash.combine(entry.venue ?? "")
    hash.combine(entry.link ?? "")
    hash.combine(entry.weather ?? "")
    hash.combine(way?.mode.rawValue ?? "")
    combine(entry.details, into: &hash)
    let numbers = [
      entry.start.secondsSinceEpoch, entry.end.secondsSinceEpoch,
      entry.modified?.secondsSinceEpoch ?? 0, Int64(way?.duration ?? 0),
      entry.isCancelled ? 1 : 0, entry.isTentative ? 1 : 0,
    ]
    for number in numbers { hash.combine(bytesOf: UInt64(bitPattern: number)) }
    return hash
  }

  private static func combine(_ details: EntryDetails, into hash: inout StableHash) {
    hash.combine(details.notes ?? "")
    hash.combine(details.alarm.map(String.init) ?? "")
    hash.combine(details.tone ?? "")
    hash.combine(details.picture ?? "")
  }
}
