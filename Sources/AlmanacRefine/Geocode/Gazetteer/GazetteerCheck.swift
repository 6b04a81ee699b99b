import AlmanacModel

/// Checks a gazetteer's places for contradictions.
enum GazetteerCheck {
  /// Reports contradictions and removes parents and successors that don't exist.
  static func settle(_ gazetteer: inout Gazetteer, noting findings: inout [Finding]) {
    let known = Set(gazetteer.places.map(\.id))
    for index in gazetteer.places.indices {
      var place = gazetteer.places[index]
      if let parent = place.within, !known.contains(parent) || parent == place.id {
        // "root" is the customary name of what contains everything, not a place.
        if parent != "root" { findings.append(unknownParent(parent, of: place.id)) }
        place.within = nil
      }
      if let successor = place.replacedBy, !known.contains(successor) || successor == place.id {
        findings.append(
          Finding(
            "W_GAZETTEER_REPLACED_BY", severity: .warning, subject: place.id,
            message: "replaced_by names the unknown place '\(successor)'; correct or remove it"))
        place.replacedBy = nil
      }
      if let bounds = gazetteer.bounds {
        noteOutside(place, bounds, noting: &findings)
      }
      gazetteer.places[index] = place
    }
    noteCycles(gazetteer.places, noting: &findings)
    noteSharedKeys(gazetteer.places, noting: &findings)
    for pattern in gazetteer.rules.roomCodes where RoomCodePattern(pattern) == nil {
      findings.append(
        Finding(
          "W_GAZETTEER_RULE", severity: .warning, subject: pattern,
          message: "the room code '\(pattern)' has no {floor} before its {room}; it is ignored"))
    }
  }

  private static func unknownParent(_ parent: String, of id: String) -> Finding {
    Finding(
      "W_GAZETTEER_PARENT", severity: .warning, subject: id,
      message: "within names the unknown place '\(parent)'; correct or remove it")
  }

  private static func noteOutside(
    _ place: Place, _ bounds: BoundingBox, noting findings: inout [Finding]
  ) {
    if let point = place.coordinate, !bounds.contains(point) {
      let swapped = Coordinate(latitude: point.longitude, longitude: point.latitude)
      let isSwapped = swapped.map(bounds.contains) ?? false
      findings.append(
        Finding(
          "W_GAZETTEER_OUTSIDE", severity: .warning, subject: place.id,
          message: isSwapped
            ? "latitude and longitude have changed places; GeoJSON has the longitude first"
            : "the point is outside 'bounds'; correct it, or widen 'bounds'"))
    }
    let rooms = place.rooms.filter { room in
      room.coordinate.map { !bounds.contains($0) } ?? false
    }
    for room in rooms {
      findings.append(
        Finding(
          "W_GAZETTEER_OUTSIDE", severity: .warning, subject: place.id,
          message: "the point of room '\(room.code)' is outside 'bounds'; correct it, or widen "
            + "'bounds'"))
    }
  }

  /// Reports codes and ids of two places: such a code finds neither of them.
  private static func noteSharedKeys(_ places: [Place], noting findings: inout [Finding]) {
    var owners: [String: [String]] = [:]
    for place in places where place.replacedBy == nil {
      for key in Set((place.codes + [place.name]).map(FoldedText.fold)) where !key.isEmpty {
        owners[key, default: []].append(place.id)
      }
    }
    for (key, ids) in owners.sorted(by: { $0.key < $1.key }) where ids.count > 1 {
      findings.append(
        Finding(
          "W_GAZETTEER_SHARED_KEY", severity: .warning, subject: ids.joined(separator: ", "),
          message: "'\(key)' is the name or code of all of them; add what tells them apart"))
    }
  }

  private static func noteCycles(_ places: [Place], noting findings: inout [Finding]) {
    var parents: [String: String] = [:]
    for place in places { parents[place.id] = place.within }
    for place in places {
      var ancestor = parents[place.id]
      var steps = 0
      while let current = ancestor, current != place.id, steps < places.count {
        ancestor = parents[current]
        steps += 1
      }
      guard ancestor == place.id else { continue }
      findings.append(
        Finding(
          "W_GAZETTEER_PARENT", severity: .warning, subject: place.id,
          message: "the place lies within itself through '\(place.within ?? "")'; correct within"))
    }
  }
}
