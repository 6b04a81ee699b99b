import AlmanacModel

/// Finds what a venue field has beside the venue: a label in front of it, and how to attend behind it.
enum VenueNotes {
  /// Indices of the words that are about the venue; all of a text that has nothing but notes.
  static func venue(in text: FoldedText) -> Range<Int> {
    let words = text.words
    let label = labels.first { begins(text, with: $0) && VenueText.parts(words[$0.count].gap) }
    let start =
      beginAfterMove(in: text) ?? (label ?? leads.first { begins(text, with: $0) })?.count ?? 0
    let rest = start + 1..<max(start + 1, words.count)
    let attendance = rest.first { isAttendance(text, from: $0) } ?? words.count
    let end =
      rest.prefix { $0 < attendance }.first { isAdmission(text, $0..<attendance) } ?? attendance
    return start < end ? start..<end : words.indices
  }

  /// "Location: Fern Hall", "In-person – Cedar Library".
  private static let labels = phrases(
    [
      "location", "venue", "place", "where", "ort", "lieu", "lugar", "onsite", "on site",
      "in person", "hybrid",
    ])

  /// "Join us at Fern Hall", "Held at Cedar Library".
  private static let leads = phrases(
    [
      "join us at", "meet at", "meet us at", "held at", "hosted at", "taking place at",
      "in person at", "hybrid at",
    ])

  /// Where the new venue begins: "Fern Hall - MOVED to Cedar Library", "moved from Fern Hall to Cedar Library".
  /// nil without one.
  private static func beginAfterMove(in text: FoldedText) -> Int? {
    let words = text.words.map(\.hash)
    guard let move = words.firstIndex(where: moves.contains), move + 1 < words.count else {
      return nil
    }
    let begin = words[move + 1] == from ? words[move...].firstIndex(of: to) : move + 1
    guard let begin, words[begin] == to, begin + 1 < words.count else { return nil }
    return begin + 1
  }

  private static let moves = hashes("moved relocated shifted changed transferred verlegt")
  private static let from = StableHash.bytes("from".utf8)
  private static let to = StableHash.bytes("to".utf8)

  /// Whether the venue named is seen online or was given up for it: "Virtual tour of Fern Hall", "Fern Hall
  /// (online)", "Moved online - Cedar Library", "Virtual event: Fern Hall".
  static func isVirtual(_ text: FoldedText) -> Bool {
    text.words.indices.contains { index in
      let next = index + 1
      guard virtual.contains(text.words[index].hash) else { return false }
      if index > 0, movesAndVisits.contains(text.words[index - 1].hash) { return true }
      if next < text.words.count {
        return visits.contains(text.words[next].hash)
          || index == 0 && programs.contains(text.words[next].hash)
      }
      return text.words[index].gap.contains(.opening) && index > 0
    }
  }

  private static let virtual = hashes("virtual online virtually virtuelle virtueller")
  private static let visits = hashes(
    "tour tours visit exhibition exhibit walk only visite visita rundgang fuhrung")
  private static let movesAndVisits = moves.union(visits)
  private static let programs = hashes("event events meeting lecture talk session class seminar")

  private static func begins(_ text: FoldedText, with label: [UInt64]) -> Bool {
    text.words.count > label.count && text.words.prefix(label.count).map(\.hash) == label
  }

  /// "Fern Hall and online via Zoom", "Cedar Library & livestream": the building is the venue.
  private static func isAttendance(_ text: FoldedText, from index: Int) -> Bool {
    guard joiners.contains(text.words[index].hash) else { return false }
    let rest = text.words[(index + 1)...]
    return rest.contains { online.contains($0.hash) }
      && rest.allSatisfy { online.contains($0.hash) || ways.contains($0.hash) }
  }

  private static let joiners = hashes("and or plus")
  private static let online = hashes(
    "online zoom virtual virtually livestream livestreamed teams webex youtube remote remotely")
  private static let ways = hashes(
    "also via on over by live streamed stream microsoft ms google meet hybrid option available and or"
  )

  /// "Fern Hall | Free admission", "Cedar Library, RSVP required", "Fern Hall (in person) / Zoom".
  private static func isAdmission(_ text: FoldedText, _ range: Range<Int>) -> Bool {
    VenueText.parts(text.words[range.lowerBound].gap)
      && admissions.contains(text.words[range].map(\.hash))
  }

  private static let admissions = Set(
    phrases(
      [
        "free admission", "admission free", "free entry", "free entrance", "free event", "free",
        "eintritt frei", "entree libre", "entrada libre", "rsvp required", "rsvp",
        "registration required", "tickets required", "ticketed", "open to the public", "hybrid",
        "hybrid event", "in person", "in person event", "in person only",
      ]))

  private static func phrases(_ texts: [String]) -> [[UInt64]] {
    texts.map { FoldedText($0).words.map(\.hash) }
  }

  private static func hashes(_ words: String) -> Set<UInt64> {
    Set(FoldedText(words).words.map(\.hash))
  }
}
