import Testing

@testable import AlmanacRefine

@Suite struct TextPatternTests {
  private func matches(_ pattern: String, _ text: String) throws -> Bool {
    try TextPattern(pattern).matches(PatternSubject(text))
  }

  @Test(
    "Words match if they are adjacent, regardless of case, accents and punctuation",
    arguments: [
      ("room hire", "ROOM-HIRE: Mr. Lee", true), ("room hire", "Room for hire", false),
      ("cafe", "Café des Arts", true), ("hire", "Hired hands", false), ("lee", "", false),
    ])
  func words(pattern: String, text: String, isMatch: Bool) throws {
    #expect(try matches(pattern, text) == isMatch)
  }

  @Test(
    "A pattern with asterisks matches the whole text",
    arguments: [
      ("booked*", "Booked – choir", true), ("booked*", "Not booked", false),
      ("*booked", "Not booked", true), ("set*up", "Set the tables up", true),
      ("set*up", "Set up!", true), ("a*b*a", "a b", false), ("*", "anything", true),
      ("ab*ba", "aba", false),
    ])
  func stars(pattern: String, text: String, isMatch: Bool) throws {
    #expect(try matches(pattern, text) == isMatch)
  }

  @Test(
    "A regular expression matches any part of the text in any case",
    arguments: [
      ("/^booked$/", "Booked", true), ("/^booked$/", "Booked out", false),
      (#"/\bcat\b/"#, "The CAT sat", true), (#"/\bcat\b/"#, "concatenate", false),
      (#"/\bcat\b/"#, "cat", true), ("/colou?r/", "Color run", true),
      (#"/^(mon|tues)day \d{1,2}$/"#, "Tuesday 12", true),
      (#"/^(mon|tues)day \d{1,2}$/"#, "Tuesday 123", false),
      ("/[^a-z ]/", "only letters", false), ("/[^a-z ]/", "no. 1", true),
      ("/a{2,3}b/", "aab", true), ("/^a{2,3}b/", "ab", false), ("/^a{0,1}$/", "", true),
      (#"/\W\$/"#, "for 5 $", true), ("/É[A-Z]+/", "école", true), ("/x|^$/", "", true),
      (#"/\Bend/"#, "weekend", true), (#"/\Bend/"#, "the end", false), ("/(a*)*b/", "aaab", true),
    ])
  func expressions(pattern: String, text: String, isMatch: Bool) throws {
    #expect(try matches(pattern, text) == isMatch)
  }

  @Test(
    "An invalid pattern, or one with too many states, is rejected with the reason",
    arguments: [
      ("/(a/", "')'"), ("/a)/", "')'"), ("/[a/", "']'"), ("/*a/", "nothing to repeat"),
      ("/a{3,2}/", "repetitions"), ("/a{9999}/", "repetitions"), (#"/\1/"#, "escape"),
      ("/(?=a)b/", "look-around"), ("/(a|b)*a(a|b){30}/", "too many states"),
      ("/((a{100}){100}){100}/", "too long"), ("!?", "neither letters"),
      (String(repeating: "a", count: 201), "longer"),
      ("/" + String(repeating: "(", count: 60) + "/", "too many nested groups"),
    ])
  func refusals(pattern: String, reason: String) {
    let error = #expect(throws: TextPatternError.self) { try TextPattern(pattern) }
    #expect(error?.description.contains(reason) == true, "\(String(describing: error))")
  }

  @Test("A pattern for which backtracking takes years is matched in linear time")
  func isLinear() throws {
    let pattern = try TextPattern("/^(([a-z])+.)+[A-Z]([a-z])+$/")
    let long = PatternSubject(String(repeating: "a", count: 200_000) + "!")
    let clock = ContinuousClock()
    let time = clock.measure { #expect(!pattern.matches(long)) }
    #expect(time < .seconds(1), "\(time)")
  }
}
