import AlmanacModel
import AlmanacPipeline
import Testing

@Suite struct ProgressLineTests {
  /// The line after events that come at these seconds.
  private static func line(
    _ events: [(Double, ProgressEvent)], at second: Double, width: Int = 100
  ) -> String {
    var state = ProgressState()
    for (second, event) in events { state.apply(event, at: .seconds(second)) }
    return state.line(at: .seconds(second), width: width)
  }

  @Test(
    "The live line shows the stage, done of total, the rate and the time left, as far as known",
    arguments: [
      ([], ""),
      ([(0, .began(.publish))], "publish 4 s"),
      ([(0, .began(.fetch)), (0, .expects(8, .sources, of: nil))], "fetch 0/8 sources"),
      (
        [(0, .began(.fetch)), (0, .expects(8, .sources, of: nil)), (3, .advanced(4))],
        "fetch 4/8 sources, 1.0/s, 4 s left"
      ),
      (
        [(0, .began(.parse)), (0, .expects(1, .sources, of: nil)), (2, .advanced(1))],
        "parse 1/1 source"
      ),
      (
        [(0, .began(.enrich)), (1, .expects(900_000, .events, of: "hill")), (4, .advanced(300))],
        "enrich hill 300/900000 events, 100/s, 2 h left"
      ),
      ([(0, .began(.enrich)), (0, .expects(0, .events, of: nil))], "enrich 4 s"),
    ] as [([(Double, ProgressEvent)], String)])
  func shows(events: [(Double, ProgressEvent)], line: String) {
    #expect(Self.line(events, at: 4) == line)
  }

  @Test("The live line is never wider than the terminal", arguments: [8, 20, 30])
  func width(columns: Int) {
    let line = Self.line(
      [(0, .began(.fetch)), (0, .expects(8, .sources, of: nil)), (3, .advanced(4))], at: 4,
      width: columns)
    #expect(line.count <= columns && line.hasPrefix("fetch"))
  }

  @Test("The line of an ended stage counts all of its campuses")
  func ended() {
    var state = ProgressState()
    for event: ProgressEvent in [
      .began(.geocode), .expects(2, .venues, of: "hill"), .advanced(2),
      .expects(3, .venues, of: "vale"), .advanced(3),
    ] {
      state.apply(event, at: .zero)
    }
    #expect(state.endedLine(seconds: 1.234) == "geocode: 5 venues, 1.23 s")
    #expect(ProgressState().endedLine(seconds: 0) == ": nothing to do, 0.00 s")
  }
}
