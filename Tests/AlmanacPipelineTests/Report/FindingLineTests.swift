import AlmanacModel
import AlmanacPipeline
import Testing

@Suite("findings on a terminal") struct FindingLineTests {
  private static func line(_ subject: String?, _ message: String, line: Int? = nil) -> String {
    TerminalText.line(
      of: Finding("W_ODD", subject: subject, message: message, line: line), in: "places.geojson")
  }

  @Test("say what they are about")
  func namesSubjects() {
    #expect(
      Self.line("gym-1, gym-2", "'gym' is the name of all of them")
        == "places.geojson: W_ODD: gym-1, gym-2: 'gym' is the name of all of them")
    #expect(
      Self.line("gym", "it lies outside", line: 7)
        == "places.geojson:7: W_ODD: gym: it lies outside")
  }

  @Test("don't say it twice", arguments: [nil, "", "gym"])
  func namesSubjectsOnce(subject: String?) {
    #expect(
      Self.line(subject, "'gym' lies outside") == "places.geojson: W_ODD: 'gym' lies outside")
  }

  @Test("are one line, and drive no terminal")
  func isHarmless() {
    #expect(
      Self.line("a\u{1b}[2Jb", "odd\nvery") == "places.geojson: W_ODD: a\\u{1b}[2Jb: odd\\nvery")
  }

  @Test("cut what is long of what they are about")
  func cutsSubjects() {
    let kept = String(repeating: "x", count: 80)
    #expect(Self.line(kept, "odd") == "places.geojson: W_ODD: \(kept): odd")
    #expect(
      Self.line(kept + "x", "odd") == "places.geojson: W_ODD: \(kept.dropLast())…: odd")
  }
}
