import AlmanacModel

/// Reads how one attends: online, in person, or either.
struct AttendanceFacet: Sendable {
  private static let hybrid = PhraseTable(
    [
      "in person and online", "in person or online", "in person and virtual",
      "in person or virtual", "in person and virtually", "in person or virtually",
      "online and in person", "online or in person", "virtual and in person",
      "virtually or in person", "in person and via zoom", "in person or via zoom",
      "in person and on zoom", "in person or on zoom", "virtual option", "hybrid event",
      "hybrid format", "hybrid meeting", "hybrid program", "will be livestreamed",
      "will also be livestreamed", "also be streamed live",
    ].map { ($0, true) })

  private static let online = PhraseTable(
    [
      "online only", "virtual only", "held online", "held virtually", "held via zoom",
      "held on zoom", "via zoom", "on zoom", "over zoom", "join us online", "join us virtually",
      "virtual event", "online event", "virtual program", "online program", "virtual workshop",
      "online workshop", "virtual lecture", "online lecture", "virtual session",
      "online session", "online via", "microsoft teams meeting", "findet online statt",
    ].map { ($0, true) })

  private static let onlineTitles: Set = ["virtual", "webinar", "online", "zoom"]
  private static let onlineVenues: Set = ["online", "virtual", "zoom", "webinar", "webex", "teams"]

  func read(_ event: Event, title: FacetText, text: FacetText) -> EventFacet? {
    let venue = FacetText(event.venue ?? "", field: "venue")
    let isPlaced = event.placement?.place != nil
    let remoteVenue = sign(of: Self.onlineVenues, in: venue)
      .flatMap { isPlaced && $0 == "teams" ? nil : $0 }
    if title.folded.tokens.contains("hybrid") {
      return EventFacet(.attendance, "hybrid", source: title.source("hybrid"))
    }
    for part in [title, text] {
      guard let match = Self.hybrid.matches(in: part.folded).first else { continue }
      return EventFacet(
        .attendance, "hybrid", source: part.source(part.folded.words(match.range)))
    }
    if let remoteVenue {
      return EventFacet(
        .attendance, isPlaced ? "hybrid" : "online", source: venue.source(remoteVenue))
    }
    if event.placement?.reason == .online {
      return EventFacet(.attendance, "online", source: venue.source("online"))
    }
    let hints = remoteHint(event, title: title, text: text)
    let isSomewhere = isPlaced || !venue.folded.words.isEmpty
    if let hint = hints {
      // A place and an address to join, both provided by the source.
      if isPlaced, event.onlineURL != nil {
        return EventFacet(.attendance, "hybrid", source: hint)
      }
      return isSomewhere ? nil : EventFacet(.attendance, "online", source: hint)
    }
    guard isPlaced else { return nil }
    return EventFacet(.attendance, "in-person", source: venue.source(event.venue ?? ""))
  }

  private func remoteHint(_ event: Event, title: FacetText, text: FacetText) -> String? {
    if let link = event.onlineURL { return "onlineURL: \(link)" }
    if let word = sign(of: Self.onlineTitles, in: title) { return title.source(word) }
    return Self.online.matches(in: text.folded).first.map {
      text.source(text.folded.words($0.range))
    }
  }

  private func sign(of words: Set<String>, in text: FacetText) -> String? {
    text.folded.tokens.first(where: words.contains)
  }
}
