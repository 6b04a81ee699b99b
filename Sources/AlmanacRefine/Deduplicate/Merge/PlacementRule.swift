import AlmanacModel

/// Whose placement an event gets where its listings disagree.
///
/// The surest that says a place. A place that no listing names, which a source's default or a bare
/// point stands for, is believed only where no listing says that the event is off the campus, online
/// or yet to be announced: that was written about this event, the default about all of them.
enum PlacementRule {
  /// - Parameter members: Most trusted first.
  /// - Returns: The member that decides; nil where none says a place and none says that it is
  ///   elsewhere.
  static func decisive(_ members: [DatedListing]) -> DatedListing? {
    let away = members.first(where: saysElsewhere)
    let believed: Set<Strength> = away == nil ? [.named, .point] : [.named]
    return surest(members.filter { strength(of: $0).map(believed.contains) ?? false })
      ?? away
      ?? surest(members.filter { strength(of: $0) == .assumed })
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
  private static func surest(_ members: [DatedListing]) -> DatedListing? {
    members.reduce(nil) { best, member in
      guard let best else { return member }
      let isSurer = (member.placement?.confidence ?? 0) > (best.placement?.confidence ?? 0)
      return isSurer ? member : best
    }
  }
}
