import AlmanacModel
import AlmanacPipeline
import Testing

@Suite("Findings on a terminal") struct FindingLineTests {
  private static func line(_ subject: String?, _ message: String, line: Int? = nil) -> String {
    TerminalText.line(
      of: Finding("W_ODD", subject: subject, message: message, line: line), in: "places.geojson")
  }

  @Test("A finding begins with its subject")
  func namesSubjects() {
    #expect(
      Self.line("gym-1, gym-2", "'gym' is the name of all of them")
        == "places.geojson: W_ODD: gym-1, gym-2: 'gym' is the name of all of them")
    #expect(
      Self.line("gym", "it lies outside", line: 7)
        == "places.geojson:7: W_ODD: gym: it lies outside")
  }

  @Test("A finding doesn't repeat a subject that its message names", arguments: [nil, "", "gym"])
  func namesSubjectsOnce(subject: String?) {
    #expect(
      Self.line(subject, "'gym' lies outside") == "places.geojson: W_ODD: 'gym' lies outside")
  }

  @Test("A finding is one line, and controls no terminal")
  func isHarmless() {
    #expect(
      Self.line("a\u{1b}[2Jb", "odd\nvery") == "places.geojson: W_ODD: a\\u{1b}[2Jb: odd\\nvery")
  }

  @Test("A long subject of a finding is cut")
  func cutsSubjects() {
    let kept = String(repeating: "x", count: 80)
    #expect(Self.line(kept, "odd") == "places.geojson: W_ODD: \(kept): odd")
    #expect(
      Self.line(kept + "x", "odd") == "places.geojson: W_ODD: \(kept.dropLast())…: odd")
  }
}
