import AlmanacModel
import AlmanacTime

/// The usual presence at places, and that of the last published hour.
///
/// Both are computed from published cells only.
struct PresenceSummary {
  /// The minimum number of cells of an hour of the week for a usual value.
  private static let leastCells = 2

  /// The last published cells, by place.
  let last: [String: PresenceCell]
  /// The usual cells by place and hour of the week, in the campus's zone; 0 begins on Monday.
  let usual: [String: [Int: PresenceCell]]

  init(_ presence: CampusPresence, zone: Zone) {
    var last: [String: PresenceCell] = [:]
    var known: [String: [Int: [PresenceCell]]] = [:]
    for cell in presence.cells {
      last[cell.place] = cell
      let local = zone.civil(at: cell.hour)
      let hour = local.date.weekday.rawValue * 24 + local.hour - 24
      known[cell.place, default: [:]][hour, default: []].append(cell)
    }
    self.last = last
    usual = known.mapValues { hours in
      hours.filter { $0.value.count >= Self.leastCells }.mapValues { cells in
        cells.sorted { $0.people.lowerBound < $1.people.lowerBound }[(cells.count - 1) / 2]
      }
    }
  }
}

extension PresenceCell {
  /// `hour`, `peopleMin`, `peopleMax` and `word`.
  func write(to json: inout JSONWriter) {
    json.beginObject()
    json.member("hour", hour.rfc3339)
    writeSize(to: &json)
    json.endObject()
  }

  /// The members of an object that don't depend on the hour.
  func writeSize(to json: inout JSONWriter) {
    json.member("peopleMin", people.lowerBound)
    json.member("peopleMax", people.upperBound)
    json.member("word", word?.rawValue)
  }
}
