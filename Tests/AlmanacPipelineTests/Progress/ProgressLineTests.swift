import AlmanacModel
import AlmanacPipeline
import Testing

@Suite("the line of progress") struct ProgressLineTests {
  /// Events with the second at which they come.
  private static func state(_ events: [(Double, ProgressEvent)]) -> ProgressState {
    var state = ProgressState()
    for (second, event) in events { state.apply(event, at: .seconds(second)) }
    return state
  }

  private static func line(
    _ events: [(Double, ProgressEvent)], at second: Double, width: Int = 100
  ) -> String {
    ProgressLine(state(events), at: .seconds(second)).text(width: width)
  }

  /// A fetch of eight sources of which four came, one a second.
  private static let halfway: [(Double, ProgressEvent)] =
    [(0, .began(.fetch)), (0, .expects(8, .sources, of: nil))]
    + (1...4).map { (Double($0), ProgressEvent.finished("s\($0)")) }

  @Test("says how far the work is, how fast it goes and when it will be done")
  func tellsAll() {
    #expect(
      Self.line(Self.halfway, at: 4)
        == "fetch [======>     ] 4/8 sources, 4 s left, 1.0/s")
  }

  @Test(
    "says no more than is known",
    arguments: [
      ([], ""),
      ([(0, .began(.publish))], "publish 3 s"),
      (
        [(0, .began(.deduplicate)), (1, .expects(900, .listings, of: "hill"))],
        "deduplicate hill 900 listings, 2 s"
      ),
      (
        [(0, .began(.fetch)), (0, .expects(2, .sources, of: nil)), (0, .took("a"))],
        "fetch [>           ] 0/2 sources, – left, waiting 3 s for a"
      ),
      (
        [
          (0, .began(.parse)), (0, .expects(1, .sources, of: nil)), (0, .took("a")),
          (2, .finished("a")),
        ],
        "parse [============] 1/1 source"
      ),
      ([(0, .began(.enrich)), (0, .expects(0, .events, of: nil))], "enrich 3 s"),
    ] as [([(Double, ProgressEvent)], String)])
  func beginnings(events: [(Double, ProgressEvent)], line: String) {
    #expect(Self.line(events, at: 3) == line)
  }

  @Test("names what is waited for longest, and counts the others")
  func namesTheSlow() {
    let events: [(Double, ProgressEvent)] = [
      (0, .began(.fetch)), (0, .expects(3, .sources, of: nil)),
      (0, .took("library (lib.example.edu)")), (1, .took("b")), (2, .took("c")),
      (3, .finished("b")),
    ]
    #expect(
      Self.line(events, at: 13, width: 120)
        == "fetch [===>        ] 1/3 sources, 26 s left, 0.1/s, "
        + "waiting 13 s for library (lib.example.edu), 1 more")
  }

  @Test(
    "fits any width, and keeps what matters most", arguments: [0, 1, 10, 20, 40, 59, 60, 80, 200])
  func fits(width: Int) {
    let events = Self.halfway + [(4, .took("図書館 (図書館.example)"))]
    let line = Self.line(events, at: 70, width: width)
    #expect(Self.columns(line) <= width)
    #expect(width < 20 || line.hasPrefix("fetch "))
    #expect(width < 40 || line.contains("4/8 sources"))
    #expect(width < 80 || line.contains("waiting 66 s for 図書館"))
  }

  /// The wide signs of this file, counted by hand.
  private static func columns(_ line: String) -> Int {
    line.reduce(0) { $0 + ("図書館".contains($1) ? 2 : 1) }
  }

  @Test("lets no feed drive the terminal")
  func isSafe() {
    let events: [(Double, ProgressEvent)] = [
      (0, .began(.fetch)), (0, .expects(1, .sources, of: nil)),
      (0, .took("a\u{1b}[2J\nb\u{202e}")),
    ]
    let line = Self.line(events, at: 5, width: 200)
    #expect(line.contains(#"for a\u{1b}[2J\nb\u{202e}"#))
    #expect(!line.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x202e })
  }

  @Test(
    "never gives a time that is negative or absurd",
    arguments: [
      // More came than was told.
      ([(0, .expects(2, .events, of: nil)), (1, .advanced(3))], 2.0, nil),
      // Stalled for long: the rate falls, it does not stay as it was.
      ([(0, .expects(100, .events, of: nil)), (10, .advanced(50))], 20, "20 s left"),
      ([(0, .expects(100, .events, of: nil)), (10, .advanced(50))], 300, "5 min left"),
      // Years are no forecast.
      ([(0, .expects(1_000_000, .events, of: nil)), (60, .advanced(1))], 61, "– left"),
      // The clock has not moved.
      ([(0, .expects(9, .events, of: nil)), (0, .advanced(3))], 0, "– left"),
    ] as [([(Double, ProgressEvent)], Double, String?)])
  func timeLeft(events: [(Double, ProgressEvent)], at second: Double, left: String?) {
    let line = Self.line([(0, .began(.categorize))] + events, at: second)
    if let left { #expect(line.contains(", \(left)"), "\(line)") }
    #expect(left != nil || !line.contains("left"), "\(line)")
  }

  @Test("trusts the recent past more than the beginning")
  func usesRecentRate() {
    // A hundred at once, from a cache, then one a second.
    let events: [(Double, ProgressEvent)] =
      [(0, .began(.fetch)), (0, .expects(200, .sources, of: nil)), (0.6, .advanced(100))]
      + (1...60).map { (Double($0) + 1, ProgressEvent.advanced(1)) }
    #expect(Self.line(events, at: 61).contains("160/200 sources, 40 s left, 1.0/s"))
  }

  @Test("begins anew for every campus, and ends with what the stage came to")
  func goesCampusByCampus() {
    let events: [(Double, ProgressEvent)] = [
      (0, .began(.geocode)), (0, .expects(10, .venues, of: "hill")), (1, .advanced(10)),
      (1, .expects(4, .venues, of: "town")), (3, .advanced(1)),
    ]
    #expect(Self.line(events, at: 3).hasPrefix("geocode town [===>        ] 1/4 venues, 6 s left"))
    let ended = ProgressEvent.ended(.geocode, seconds: 3.14159)
    var log = ProgressLog()
    #expect(
      log.line(after: ended, Self.state(events + [(3, ended)]), at: .seconds(3))
        == "geocode: 11 venues, 3.14 s")
  }
}

@Suite("progress in a log") struct ProgressLogTests {
  @Test("is a plain line for a per cent, and not more than one a second")
  func lines() {
    var state = ProgressState()
    var log = ProgressLog()
    var lines: [String] = []
    func tell(_ event: ProgressEvent, at second: Double) {
      state.apply(event, at: .seconds(second))
      if let line = log.line(after: event, state, at: .seconds(second)) { lines.append(line) }
    }
    tell(.began(.categorize), at: 0)
    tell(.expects(1_000, .events, of: nil), at: 0)
    // 250 events a second for four seconds.
    for step in 1...1_000 { tell(.advanced(1), at: Double(step) / 250) }
    tell(.ended(.categorize, seconds: 4), at: 4)
    #expect(
      lines == [
        "categorize: 25 %, 250 of 1000 events, 3 s left",
        "categorize: 50 %, 500 of 1000 events, 2 s left",
        "categorize: 75 %, 750 of 1000 events, 1 s left",
        "categorize: 100 %, 1000 of 1000 events",
        "categorize: 1000 events, 4.00 s",
      ])
  }
}
