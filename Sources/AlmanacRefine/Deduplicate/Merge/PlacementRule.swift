import AlmanacModel

/// Chooses the placement of an event if its listings disagree.
///
/// The most confident placement with a place wins. A place from a source's default or a bare point
/// counts only if no listing says that the event is off campus, online or yet to be announced: that
/// text is about this event, the default about all events of the source.
enum PlacementRule {
  /// The members that say where the event is, in their order. A presenter lists its own house for whatever it
  /// presents: another venue counts instead, unless that may be the same place.
  static func locating(_ group: EventMerger.Group) -> [DatedListing] {
    let presenters = zip(group.members, group.hasOwnVenue).filter(\.1).map(\.0)
    let others = group.members.filter { member in
      !presenters.contains { $0 === member } && !FoldedText.fold(member.listing.venue ?? "").isEmpty
    }
    let ownPlaces = Set(presenters.map(\.placement?.place))
    let mayBeThere = others.contains { other in
      guard let placement = other.placement else { return true }
      return ownPlaces.contains(placement.place)
        || placement.candidates.contains { ownPlaces.contains($0.place) }
    }
    return presenters.isEmpty || others.isEmpty || mayBeThere ? group.members : others
  }

  /// - Parameter members: Most trusted first.
  /// - Returns: The member that decides; nil if none has a place and none is elsewhere.
  static func decisive(_ members: [DatedListing]) -> DatedListing? {
    let away = members.first(where: saysElsewhere)
    let believed: Set<Strength> = away == nil ? [.named, .point] : [.named]
    return mostConfident(members.filter { strength(of: $0).map(believed.contains) ?? false })
      ?? away
      ?? mostConfident(members.filter { strength(of: $0) == .assumed })
  }

  private enum Strength {
    case named, point, assumed
  }

  private static func strength(of member: DatedListing) -> Strength? {
    guard let placement = member.placement, placement.place != nil else { return nil }
    switch placement.method {
    case .default: return .assumed
    case .coordinates:
      let text = member.listing.venue ?? ""
      return FoldedText.fold(text).isEmpty ? .point : .named
    default: return .named
    }
  }

  private static func saysElsewhere(_ member: DatedListing) -> Bool {
    switch member.placement?.reason {
    case .offCampus, .online, .toBeAnnounced: true
    default: false
    }
  }

  /// Of equals the most trusted.
  private static func mostConfident(_ members: [DatedListing]) -> DatedListing? {
    members.reduce(nil) { best, member in
      guard let best else { return member }
      let isMoreConfident = (member.placement?.confidence ?? 0) > (best.placement?.confidence ?? 0)
      return isMoreConfident ? member : best
    }
  }
}
