public import AlmanacModel

/// Checks a valid gazetteer for likely mistakes and missing data.
public enum GazetteerAudit {
  /// The findings of all checks: `W_GAZETTEER_SHARED_NAME`, `W_GAZETTEER_ROOM_CODE`,
  /// `W_GAZETTEER_ROOM_FAR`, `I_GAZETTEER_POINT`, `I_GAZETTEER_OUTLINE`.
  ///
  /// - Complexity: O(*n*) in the number of places and rooms.
  public static func findings(of gazetteer: Gazetteer) -> [Finding] {
    let places = gazetteer.places.filter { $0.replacedBy == nil }
    return sharedNames(places) + roomCodes(places) + farRooms(places)
      + missing(places, "I_GAZETTEER_POINT", "no point: events there are not on the map") {
        $0.coordinate == nil
      }
      + missing(places, "I_GAZETTEER_OUTLINE", "no outline: the map shows a dot") {
        $0.coordinate != nil && $0.outline == nil
      }
  }

  /// Reports aliases that are also another place's name or alias, which makes both ambiguous.
  private static func sharedNames(_ places: [Place]) -> [Finding] {
    var owners: [String: Set<String>] = [:]
    for place in places {
      for alias in place.aliases { owners[alias.nameKey, default: []].insert(place.id) }
    }
    // The reader already reports places that share a name.
    for place in places where owners[place.name.nameKey] != nil {
      owners[place.name.nameKey]?.insert(place.id)
    }
    return owners.filter { $0.value.count > 1 && !$0.key.isEmpty }.sorted { $0.key < $1.key }.map {
      key, ids in
      Finding(
        "W_GAZETTEER_SHARED_NAME", severity: .warning,
        subject: ids.sorted().joined(separator: ", "),
        message:
          "'\(key)' is an alias of one and a name of the other; a text that has it is ambiguous")
    }
  }

  /// Reports codes of buildings that look like a room's, such as `COM1-02-06`.
  private static func roomCodes(_ places: [Place]) -> [Finding] {
    places.flatMap { place in
      place.codes.filter { $0.wholeMatch(of: /[A-Za-z]+[0-9]*[-_\/. ][0-9]{2,}.*/) != nil }.map {
        Finding(
          "W_GAZETTEER_ROOM_CODE", severity: .warning, subject: place.id,
          message: "the code '\($0)' looks like a room's; move it to 'rooms' of its building")
      }
    }
  }

  /// Reports rooms outside their building's outline and far from its center.
  private static func farRooms(_ places: [Place]) -> [Finding] {
    places.flatMap { place in
      place.rooms.compactMap { room in
        guard let point = room.coordinate, let middle = place.coordinate,
          !(place.outline?.contains(point) ?? false)
        else { return nil }
        let meters = point.distance(to: middle)
        guard meters > farthestRoom else { return nil }
        return Finding(
          "W_GAZETTEER_ROOM_FAR", severity: .warning, subject: place.id,
          message: "room '\(room.code)' is \(Int(meters)) m from the middle of its building; "
            + "check both points")
      }
    }
  }

  /// In meters; more than half the length of very long buildings.
  private static let farthestRoom = 250.0

  /// One finding for all places that lack a value, with up to five ids.
  private static func missing(
    _ places: [Place], _ code: FindingCode, _ what: String, where lacks: (Place) -> Bool
  ) -> [Finding] {
    let ids = places.filter(lacks).map(\.id)
    guard !ids.isEmpty else { return [] }
    let examples = ids.prefix(5).joined(separator: ", ") + (ids.count > 5 ? ", …" : "")
    return [
      Finding(code, message: "\(ids.count) of \(places.count) places have \(what): \(examples)")
    ]
  }
}
