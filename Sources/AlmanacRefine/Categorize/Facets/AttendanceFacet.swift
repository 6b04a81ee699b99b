import AlmanacModel

/// Reads how to attend: online, in person, or either.
///
/// A single word decides only if it is a whole part of a title or venue, as in `Talk (Hybrid)`.
/// "Hybrid Rice" and the "Virtual Reality Lab" contain such words too.
struct AttendanceFacet: Sendable {
  private static let hybrid = PhraseTable(
    [
      "in person and online", "in person or online", "in person and virtual",
      "in person or virtual", "in person and virtually", "in person or virtually",
      "online and in person", "online or in person", "virtual and in person",
      "virtually or in person", "in person and via zoom", "in person or via zoom",
      "in person and on zoom", "in person or on zoom", "virtual option",
    ].map { ($0, true) })

  /// Phrases for events that can also be watched online, which are hybrid if they have a place.
  private static let streams = PhraseTable(
    ["will be livestreamed", "will also be livestreamed", "also be streamed live"]
      .map { ($0, true) })

  private static let online = PhraseTable(
    [
      "online only", "virtual only", "held online", "held virtually", "held via zoom",
      "held on zoom", "via zoom", "on zoom", "over zoom", "join us online", "join us virtually",
      "online via", "microsoft teams meeting", "findet online statt",
    ].map { ($0, true) })

  /// Before one of these words, "hybrid", "virtual" and "online" are about attendance.
  private static let happenings: Set = [
    "event", "events", "format", "meeting", "meetings", "program", "programme", "workshop",
    "workshops", "lecture", "lectures", "session", "sessions", "talk", "talks", "seminar",
    "seminars", "class", "classes", "course", "conference", "symposium", "tour", "tours",
    "webinar", "panel", "discussion", "colloquium", "gathering", "participation", "attendance",
    "veranstaltung",
  ]
  /// "Online event calendar", "hybrid meeting rooms"
  private static let things: Set = [
    "calendar", "calendars", "page", "form", "forms", "guide", "platform", "platforms", "room",
    "rooms", "software", "tool", "tools", "equipment", "registration", "listing", "listings",
  ]
  private static let remoteWords: Set = ["virtual", "online"]
  private static let onlineMarks: Set = ["virtual", "online", "zoom"]
  private static let onlineVenues: Set = ["online", "virtual", "zoom", "webinar", "webex", "teams"]
  /// Words that may accompany them in a part of a venue.
  private static let fillers: Set = [
    "via", "on", "at", "through", "by", "using", "the", "a", "an", "only", "link", "links",
    "meeting", "meetings", "event", "events", "call", "video", "microsoft", "ms", "google", "meet",
    "cisco", "skype", "youtube", "live", "stream", "livestream", "broadcast", "platform",
    "conference", "format", "session", "be", "to", "will", "sent", "provided", "see",
    "description", "details", "please", "register", "for", "id", "us", "web", "remote", "remotely",
  ]
  private static let joints: Set = ["and", "or", "und", "oder", "et", "y", "plus"]
  /// Words of a booking, not of the event: "register in person or online".
  private static let bookings: Set = [
    "register", "registration", "registrations", "ticket", "tickets", "buy", "purchase",
    "purchased", "rsvp", "apply", "application", "applications", "donate", "pay", "payment",
    "order", "submit", "available", "sale", "book", "booking", "enrol", "enroll", "reserve",
    "signup", "sign",
  ]
  private static let denials: Set = ["no", "not", "without", "nor", "isnt"]

  func read(_ event: Event, title: FacetText, text: FacetText) -> EventFacet? {
    let venue = FacetText(event.venue ?? "", field: "venue")
    let isPlaced = event.placement?.place != nil
    let isSomewhere = isPlaced || !venue.folded.words.isEmpty
    if event.tags.contains("hybrid") {
      return EventFacet(.attendance, "hybrid", source: "tags: hybrid")
    }
    for part in [title, text] {
      if let words = hybridWords(in: part, isTitle: part.field == title.field, isSomewhere) {
        return EventFacet(.attendance, "hybrid", source: part.source(words))
      }
    }
    if let words = remotePart(of: venue, isPlaced: isPlaced) {
      return EventFacet(.attendance, isPlaced ? "hybrid" : "online", source: venue.source(words))
    }
    if event.placement?.reason == .online {
      return EventFacet(.attendance, "online", source: venue.source("online"))
    }
    if let hint = remoteHint(event, title: title, text: text) {
      // A place and an address to join, both provided by the source.
      if isPlaced, event.onlineURL != nil {
        return EventFacet(.attendance, "hybrid", source: hint)
      }
      return isSomewhere ? nil : EventFacet(.attendance, "online", source: hint)
    }
    guard isPlaced else { return nil }
    return EventFacet(.attendance, "in-person", source: venue.source(event.venue ?? ""))
  }

  private func hybridWords(in part: FacetText, isTitle: Bool, _ isSomewhere: Bool) -> String? {
    let folded = part.folded
    if isTitle, Self.marked(["hybrid"], in: part.raw, joined: true) != nil { return "hybrid" }
    for index in folded.words.indices where folded.word(index) == "hybrid" {
      if isOfHappening(index, in: folded) { return folded.words(index..<index + 2) }
    }
    let streams = isSomewhere ? Self.streams.matches(in: folded) : []
    return (Self.hybrid.matches(in: folded) + streams)
      .first { isOfAttendance($0.range, in: folded) }.map { folded.words($0.range) }
  }

  private func remoteHint(_ event: Event, title: FacetText, text: FacetText) -> String? {
    if let link = event.onlineURL { return "onlineURL: \(link)" }
    if title.folded.tokens.contains("webinar") { return title.source("webinar") }
    if let word = Self.marked(Self.onlineMarks, in: title.raw, joined: false) {
      return title.source(word)
    }
    for part in [title, text] {
      let folded = part.folded
      for index in folded.words.indices where Self.remoteWords.contains(folded.word(index)) {
        if isOfHappening(index, in: folded) { return part.source(folded.words(index..<index + 2)) }
      }
      let match = Self.online.matches(in: folded).first { isOfAttendance($0.range, in: folded) }
      if let match { return part.source(folded.words(match.range)) }
    }
    return nil
  }

  // MARK: Words that are a part of their own

  /// The word that is alone in brackets, or after a dash or bar at the end: `Talk (Hybrid)`.
  ///
  /// - Parameter joined: Whether it may share the brackets: `(Room 5, hybrid)`. Otherwise it may
  ///   also begin the title: `Virtual: Yoga`.
  private static func marked(_ words: Set<String>, in title: String, joined: Bool) -> String? {
    let characters = Array(title)
    var start = 0
    while start < characters.count {
      guard characters[start].isLetter else {
        start += 1
        continue
      }
      let end = characters[start...].firstIndex { !$0.isLetter } ?? characters.count
      let word = String(characters[start..<end]).lowercased()
      if words.contains(word),
        isMarked(
          before: characters[..<start].suffix(2), behind: characters[end...].prefix(2), joined)
      {
        return word
      }
      start = end
    }
    return nil
  }

  private static func isMarked(
    before: ArraySlice<Character>, behind: ArraySlice<Character>, _ joined: Bool
  ) -> Bool {
    let (lead, next) = (before.last { $0 != " " }, behind.first { $0 != " " })
    let opens = lead.map { "([{（【".contains($0) } ?? false
    let closes = next.map { ")]}）】".contains($0) } ?? false
    if opens, closes { return true }
    if joined {
      let joints = ",;/+|&"
      if opens, let next, joints.contains(next) { return true }
      if closes, let lead, joints.contains(lead) { return true }
    }
    if behind.isEmpty, let lead {
      return lead == "|" || before.count == 2 && before.last == " " && "-–—".contains(lead)
    }
    guard before.isEmpty, !joined, let next else { return false }
    return next == ":" || next == "|" || behind.first == " " && "-–—".contains(next)
  }

  /// The word of a part of a venue that contains only how to join.
  private func remotePart(of venue: FacetText, isPlaced: Bool) -> String? {
    let folded = venue.folded
    var start = 0
    for index in folded.words.indices {
      let isJoint = Self.joints.contains(folded.word(index))
      guard isJoint || beginsPart(index + 1, of: folded) else { continue }
      let words = (start..<(isJoint ? index : index + 1)).map(folded.word)
      start = index + 1
      let remote = words.filter(Self.onlineVenues.contains)
      guard let first = remote.first,
        words.allSatisfy({ Self.onlineVenues.contains($0) || isFiller($0) })
      else { continue }
      // A place may have a room of that name.
      if !isPlaced || remote != ["teams"] || words.count > 1 { return first }
    }
    return nil
  }

  private func isFiller(_ word: String) -> Bool {
    Self.fillers.contains(word) || word.allSatisfy(\.isNumber)
  }

  private func beginsPart(_ index: Int, of text: FoldedText) -> Bool {
    guard text.words.indices.contains(index) else { return true }
    return !text.words[index].gap.isDisjoint(with: [.part, .closing, .at, .dot, .mark])
  }

  // MARK: Phrases

  private func isOfHappening(_ index: Int, in text: FoldedText) -> Bool {
    Self.happenings.contains(text.word(index + 1)) && !beginsPart(index + 1, of: text)
      && (beginsPart(index + 2, of: text) || !Self.things.contains(text.word(index + 2)))
      && isOfAttendance(index..<index + 2, in: text)
  }

  /// Whether no negation or booking precedes the words in their sentence.
  private func isOfAttendance(_ range: Range<Int>, in text: FoldedText) -> Bool {
    var index = range.lowerBound
    while index > 0, range.lowerBound - index < 8,
      text.words[index].gap.isDisjoint(with: [.part, .dot])
    {
      index -= 1
      let word = text.word(index)
      if Self.bookings.contains(word) { return false }
      if range.lowerBound - index <= 3, Self.denials.contains(word) { return false }
    }
    return true
  }
}
