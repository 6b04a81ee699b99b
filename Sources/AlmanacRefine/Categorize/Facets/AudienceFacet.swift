import AlmanacModel

/// Reads the audience of an event. If a text names several groups, there is no result.
struct AudienceFacet: Sendable {
  private static let groups = PhraseTable<String>([
    ("open to the public", "Public"), ("open to everyone", "Public"), ("open to all", "Public"),
    ("everyone is welcome", "Public"), ("all are welcome", "Public"),
    ("general public is welcome", "Public"), ("all ages", "All ages"),
    ("students only", "Students"), ("open to all students", "Students"),
    ("for students only", "Students"), ("open to students only", "Students"),
    ("undergraduates only", "Undergraduates"), ("graduate students only", "Graduate students"),
    ("adults only", "Adults"), ("for adults only", "Adults"), ("members only", "Members"),
    ("for members only", "Members"), ("faculty and staff only", "Faculty and staff"),
    ("open to faculty and staff", "Faculty and staff"), ("open to all staff", "Staff"),
    ("alumni only", "Alumni"), ("women only", "Women"),
  ])

  /// Words after "open to all" that limit or change its meaning.
  private static let narrowing: Set = [
    "students", "undergraduates", "undergraduate", "graduate", "members", "faculty", "staff",
    "alumni", "university", "college", "majors", "current", "registered", "residents", "skill",
    "levels", "under", "women", "girls", "boys", "teens", "kids", "children",
    "freshmen", "employees", "first", "international", "new",
  ]
  /// "Not open to the public", "no longer open to all"
  private static let denials: Set = ["not", "no", "never", "isnt", "arent", "closed", "without"]
  /// "Members only" concerns the event as a separate sentence or after these words, but not in "a
  /// discount for members only".
  private static let leads: Set = [
    "open", "is", "are", "event", "events", "program", "programs", "session", "sessions", "meeting",
    "class", "workshop", "tour", "lecture", "talk", "evening", "strictly",
  ]
  private static let links: Set = ["to", "for"]
  /// "Students only on Mondays", "members only discount"
  private static let limits: Set = [
    "on", "until", "before", "after", "from", "discount", "discounts", "price", "prices", "pricing",
    "rate", "rates", "parking", "presale", "lounge", "area", "areas", "entrance",
  ]
  private static let ageWords: Set = ["age", "ages", "aged"]
  private static let afterAges: Set = ["only", "event", "show", "with", "to", "welcome"]
  /// "Groups of 20 and over"
  private static let counting: Set = ["of", "than"]
  private static let openEnds: Set = ["up", "older", "over", "above"]

  func read(_ texts: [FacetText]) -> EventFacet? {
    var found: [EventFacet] = []
    for text in texts {
      for match in Self.groups.matches(in: text.folded) {
        let next =
          text.folded.words.indices.contains(match.range.upperBound)
          ? text.folded.words[match.range.upperBound] : nil
        let isCut = next.map { !$0.gap.isDisjoint(with: [.part, .dot]) } ?? true
        if match.value == "Public", !isCut,
          Self.narrowing.contains(text.folded.word(match.range.upperBound))
        {
          continue
        }
        guard !isDenied(match.range, in: text.folded) else { continue }
        if text.folded.word(match.range.upperBound - 1) == "only" {
          guard isOfEvent(match.range, in: text.folded),
            isCut || !Self.limits.contains(text.folded.word(match.range.upperBound))
          else { continue }
        }
        found.append(
          EventFacet(
            .audience, match.value, source: text.source(text.folded.words(match.range))))
      }
      found += ages(text)
    }
    // "Open to the public, all ages": the narrower one is more specific, not a contradiction.
    let values = Set(found.map(\.value))
    if values.count == 2, values.contains("Public") {
      let other = found.first { $0.value != "Public" }
      return other?.value == "All ages" || other?.value.hasPrefix("Ages") == true ? other : nil
    }
    return values.count == 1 ? found.first : nil
  }

  /// Whether one of the three preceding words in the sentence negates it.
  private func isDenied(_ range: Range<Int>, in text: FoldedText) -> Bool {
    var index = range.lowerBound
    while index > 0, range.lowerBound - index < 3, !isSentenceStart(index, in: text) {
      index -= 1
      if Self.denials.contains(text.word(index)) { return true }
    }
    return false
  }

  private func isOfEvent(_ range: Range<Int>, in text: FoldedText) -> Bool {
    var index = range.lowerBound
    while index > 0, !isSentenceStart(index, in: text) {
      index -= 1
      let word = text.word(index)
      if Self.leads.contains(word) { return true }
      guard Self.links.contains(word) else { return false }
    }
    return true
  }

  private func isSentenceStart(_ index: Int, in text: FoldedText) -> Bool {
    let gap = text.words[index].gap
    return !gap.isDisjoint(with: [.part, .dot]) || gap.isSuperset(of: [.mark, .space])
  }

  /// `ages 5-8`, `ages 5 and up`, `18 and older`, `19+`
  private func ages(_ text: FacetText) -> [EventFacet] {
    let folded = text.folded
    var found: [EventFacet] = []
    for index in folded.words.indices where folded.words[index].isNumber {
      guard let age = Int(folded.word(index)), (1...99).contains(age) else { continue }
      let isAged = Self.ageWords.contains(folded.word(index - 1))
      if folded.word(index + 1) == "and", Self.openEnds.contains(folded.word(index + 2)),
        isAged || age >= 16 && !isCount(index, in: folded)
      {
        found.append(facet("Ages \(age)+", text, index - (isAged ? 1 : 0)..<index + 3))
      } else if isAged {
        let skips = folded.word(index + 1) == "to" || folded.word(index + 1) == "through" ? 2 : 1
        if let last = Int(folded.word(index + skips)), age < last, last <= 99 {
          found.append(facet("Ages \(age)–\(last)", text, index - 1..<index + skips + 1))
        }
      }
    }
    guard text.raw.utf8.contains(UInt8(ascii: "+")) else { return found }
    for age in ["16+", "18+", "19+", "21+"] where Self.mentions(age, text.raw) {
      found.append(EventFacet(.audience, "Ages \(age)", source: text.source(age)))
    }
    return found
  }

  private func isCount(_ index: Int, in text: FoldedText) -> Bool {
    Self.counting.contains(text.word(index - 1)) && text.word(index - 2) != "age"
  }

  /// Whether an age is alone, as in `(19+)`, `Ages 18+` or `21+ only`. "19+ vendors" is a number.
  private static func mentions(_ age: String, _ text: String) -> Bool {
    guard let place = text.firstRange(of: age) else { return false }
    let before = text[..<place.lowerBound]
    if let sign = before.last, sign.isNumber || "$€£.,".contains(sign) { return false }
    let lead = before.split(whereSeparator: { !$0.isLetter }).last?.lowercased() ?? ""
    let rest = text[place.upperBound...].drop { $0 == " " }
    guard let next = rest.first, next.isLetter || next.isNumber else { return true }
    let word = rest.prefix { $0.isLetter }.lowercased()
    return ageWords.contains(lead) || afterAges.contains(word)
  }

  private func facet(_ value: String, _ text: FacetText, _ range: Range<Int>) -> EventFacet {
    EventFacet(.audience, value, source: text.source(text.folded.words(range)))
  }
}
