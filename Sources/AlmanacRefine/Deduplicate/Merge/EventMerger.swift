import AlmanacModel
import AlmanacTime

/// Merges the listings of one event.
struct EventMerger: Sendable {
  /// One event's listings and occurrences.
  struct Group: Sendable {
    let id: String
    let aliases: [String]
    /// Names that its listings had before and that decisions use.
    let formerNames: [String]
    /// Most trusted first; never empty.
    let members: [DatedListing]
    /// Per occurrence its records, most trusted first.
    let occurrences: [[Record]]
    let references: [ListingReference]
    /// By member, whether its venue is the only one of its source.
    var hasOwnVenue: [Bool] = []
  }

  /// One member's record of one occurrence.
  struct Record: Sendable {
    let member: DatedListing
    /// Which of the member's occurrences.
    let position: Int

    var occurrence: ListingOccurrence { member.occurrences[position] }
  }

  private let campus: String
  private let edits: EventEdits
  private let zone: Zone

  init(campus: String, edits: EventEdits, zone: Zone) {
    self.campus = campus
    self.edits = edits
    self.zone = zone
  }

  /// Returns nil for a group without members, which the grouper never makes.
  func event(of group: Group) -> Event? {
    guard let leading = group.members.first else { return nil }
    var fields = FieldMerger(group.members)
    var event = Event(
      id: group.id, campus: campus, title: leading.listing.title, occurrences: [],
      listings: group.references)
    fields.note("title", from: leading.id)
    fill(&event, &fields)
    fillPlace(&event, PlacementRule.locating(group), &fields)
    fillStatus(&event, group.members, &fields)
    if let recurrence = leading.listing.recurrence {
      event.series = Series(
        start: leading.listing.start, end: leading.listing.end, recurrence: recurrence)
      fields.note("series", from: leading.id)
    }
    event.aliases = group.aliases
    event.formerNames = group.formerNames.isEmpty ? nil : group.formerNames
    event.provenance = fields.provenance
    edits.apply(to: &event)
    let merger = OccurrenceMerger(event: event, leading: leading, zone: zone)
    event.occurrences = merger.occurrences(group.occurrences)
    noteTimes(of: group.occurrences.compactMap(merger.mostPrecise).map(\.member), in: &event)
    edits.applyTimes(to: &event, in: zone)
    return event
  }

  /// - Parameter givers: Per occurrence the member that gives its start.
  private func noteTimes(of givers: [DatedListing], in event: inout Event) {
    // Otherwise the first listing of each occurrence does.
    let leading = event.occurrences.first?.listings.first
    if givers.count == 1, let only = givers.first, only.id != leading {
      event.provenance["time"] = only.id
    }
    if !event.isDecided(.start), let guess = givers.lazy.compactMap(\.listing.yearGuess).first {
      event.provenance[YearGuess.provenance] = guess.rawValue
    }
  }

  private func fill(_ event: inout Event, _ fields: inout FieldMerger) {
    event.url = fields.text("url", \.link)
    event.text = fields.text("text", \.text)
    // The HTML of the listing that gives the text: two descriptions must not be mixed.
    let texted = fields.provenance["text"]
    event.html = fields.text("html") { texted == nil || $0.id == texted ? $0.html : nil }
    event.kind = fields.take("kind", \.kind) ?? .official
    event.transparency = fields.take("transparency", \.transparency)
    event.audience = fields.text("audience", \.audience)
    event.price = fields.text("price", \.price)
    event.organizer = fields.text("organizer", \.organizer)
    event.contact = fields.text("contact", \.contact)
    event.image = fields.text("image", \.image)
    event.language = fields.text("language", \.language)
    event.onlineURL = fields.text("onlineURL", \.onlineURL)
    event.tags = fields.united(\.tags)
    event.sourceCategories = fields.united(\.categories)
  }

  /// The venue's words are those of the most trusted listing that has any; the placement may be of
  /// another.
  private func fillPlace(
    _ event: inout Event, _ members: [DatedListing], _ fields: inout FieldMerger
  ) {
    event.venue = fields.text("venue") { listing in
      members.contains { $0.listing.id == listing.id } ? listing.venue : nil
    }
    let named = members.first { $0.id == fields.provenance["venue"] }
    let chosen = PlacementRule.decisive(members) ?? named ?? members.first
    event.placement = chosen?.placement
    if let chosen, chosen.placement != nil { fields.note("placement", from: chosen.id) }
  }

  private func fillStatus(
    _ event: inout Event, _ members: [DatedListing], _ fields: inout FieldMerger
  ) {
    // A single item that joined a series counts for its own instance only.
    let series = members.filter(\.isSeries)
    let contributors = series.isEmpty ? members : series
    let records = contributors.map {
      StatusRule.Record($0.listing, status: $0.listing.status, title: $0.listing.title)
    }
    guard let index = StatusRule(zone: zone).decisive(records) else { return }
    event.status = records[index].status
    fields.note("status", from: contributors[index].id)
  }
}
