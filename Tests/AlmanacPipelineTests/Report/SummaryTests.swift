import AlmanacModel
import AlmanacTime
import Testing

@testable import AlmanacPipeline

@Suite("The summary at the end of a run") struct SummaryTests {
  private static let now = Instant(secondsSinceEpoch: 1_772_452_800)

  private static func report() -> RunReport {
    var report = RunReport(now: now)
    var fetch = RunReport.Stage(.fetch)
    (fetch.read, fetch.accepted, fetch.rejected, fetch.warnings, fetch.seconds) = (
      6, 5, 1, 1, 12.345
    )
    report.stages = [fetch]
    report.reportPath = "/srv/output/run/report.json"
    return report
  }

  private static func line(
    _ id: String, _ status: SourceStatus, _ change: (inout RunReport.SourceLine) -> Void
  ) -> RunReport.SourceLine {
    var line = RunReport.SourceLine(id: id, kind: .events, status: status)
    change(&line)
    return line
  }

  @Test("The summary lists the worst first, and only sources that need attention")
  func golden() {
    var report = Self.report()
    let failure = Finding("E_TIMEOUT", source: "library", message: "no answer in 60 s; try later")
    let hold = Finding("E_EMPTY", source: "choir", message: "lists nothing any more")
    report.sources = [
      Self.line("arts", .ok) { $0.rejected = 3 },
      Self.line("choir", .held) { $0.finding = hold },
      Self.line("fresh", .ok) { $0.unchangedSince = Self.now - 86_400 },
      Self.line("library", .failed) {
        $0.finding = failure
        $0.consecutiveFailures = 3
      },
      Self.line("museum", .waiting) { $0.consecutiveFailures = 1 },
      Self.line("quiet", .unchanged) { $0.unchangedSince = Self.now - 12 * 86_400 },
    ]
    report.findings = [
      Finding("I_LEARNED", source: "arts", message: "is not shown"),
      Finding("Q_NO_TITLE", source: "arts", message: "the title is blank", line: 70),
      Finding("Q_DATE_PARSE", source: "arts", message: "'soon' is no date", line: 8),
      Finding("Q_DATE_PARSE", source: "arts", message: "'later' is no date", line: 9),
      failure, hold,
      Finding("E_DISK", message: "a file\u{1b}[2J\nis odd"),
    ]
    (report.edition, report.editionPath) = ("20260302T120000Z-12345678", "/srv/output/latest")
    report.counts = [("events", 49), ("places", 244)]
    report.sitePath = "/srv/output/latest/site/index.html"
    #expect(
      report.summary() == """
        stage  read  accepted  rejected  warnings  seconds
        fetch     6         5         1         1    12.35

        source   status         for  rejected  why
        library  failed      3 runs            E_TIMEOUT: no answer in 60 s; try later
        choir    held                          E_EMPTY: lists nothing any more
        museum   waiting      1 run
        quiet    unchanged  12 days
        arts     ok                         3  Q_DATE_PARSE 2×, Q_NO_TITLE

        E_DISK: a file\\u{1b}[2J\\nis odd
        arts:70: Q_NO_TITLE: the title is blank
        arts:8: Q_DATE_PARSE: 'soon' is no date
        arts:9: Q_DATE_PARSE: 'later' is no date

        Edition 20260302T120000Z-12345678: 49 events, 244 places
        Look at /srv/output/latest
        Open /srv/output/latest/site/index.html
        """)
  }

  @Test("The summary has no sources and findings if none needs attention")
  func quiet() {
    var report = Self.report()
    report.sources = [Self.line("arts", .ok) { _ in }, Self.line("choir", .waiting) { _ in }]
    #expect(report.summary().split(separator: "\n").count == 2)
  }

  @Test("Of many findings the summary counts the codes, shows some of each, and names the report")
  func many() {
    var report = Self.report()
    report.findings = (1...90).map {
      Finding("Q_DATE_PARSE", source: "arts", message: "no date", line: $0)
    }
    report.findings += ["choir", "library"].map {
      Finding("Q_NO_TITLE", source: $0, message: "no title")
    }
    let lines = report.summary().split(separator: "\n").dropFirst(2).map(String.init)
    #expect(
      lines == [
        "finding       count  sources", "Q_DATE_PARSE     90        1",
        "Q_NO_TITLE        2        2", "arts:1: Q_DATE_PARSE: no date",
        "arts:2: Q_DATE_PARSE: no date", "arts:3: Q_DATE_PARSE: no date",
        "choir: Q_NO_TITLE: no title", "library: Q_NO_TITLE: no title",
        "… and 87 more in /srv/output/run/report.json",
      ])
  }

  @Test("The summary shows at most twenty findings")
  func bounded() {
    var report = Self.report()
    report.findings = (1...500).map { number in
      Finding(.init(rawValue: "Q_\(number)"), source: "s\(number)", message: "odd")
    }
    let text = report.summary()
    #expect(text.split(separator: "\n").count { $0.hasSuffix(": odd") } == 20)
    #expect(text.split(separator: "\n").count < 50)
    #expect(text.hasSuffix("… and 480 more in /srv/output/run/report.json"))
  }

  @Test("The summary is colored only on request, with the same columns")
  func colors() {
    var report = Self.report()
    let failure = Finding("E_TIMEOUT", source: "library", message: "no answer")
    report.sources = [Self.line("library", .failed) { $0.finding = failure }]
    report.findings = [failure, Finding("Q_NO_TITLE", source: "arts", message: "blank")]
    let colored = report.summary(style: .colored)
    #expect(colored.contains("\u{1b}[31mfailed\u{1b}[0m"))
    #expect(colored.contains("\u{1b}[33mQ_NO_TITLE\u{1b}[0m"))
    #expect(colored.replacing(/\u{1b}\[[0-9]*m/, with: "") == report.summary())
    #expect(!report.summary().contains("\u{1b}"))
  }
}

@Suite("Text on a terminal") struct TerminalTextTests {
  @Test(
    "The width of a text is that on a terminal",
    arguments: [
      ("", 0), ("fetch", 5), ("café", 4), ("cafe\u{301}", 4), ("図書館", 6), ("한국", 4), ("🎉", 2),
      ("❤\u{fe0f}", 2), ("ｱ", 1), ("Ａ", 2), ("…", 1),
    ])
  func width(text: String, columns: Int) {
    #expect(TerminalText.width(of: text) == columns)
  }

  @Test(
    "A text is cut to a width, between two characters",
    arguments: [
      ("library", 7, "library"), ("library", 6, "libra…"), ("library", 1, "…"), ("library", 0, ""),
      ("図書館", 6, "図書館"), ("図書館", 5, "図書…"), ("図書館", 4, "図…"),
    ])
  func fitted(text: String, columns: Int, result: String) {
    #expect(TerminalText.fitted(text, to: columns) == result)
  }

  @Test("A cell of a table can neither control the terminal nor break its row")
  func keepsCellsSafe() {
    var table = TextTable("venue", "reason")
    table.add(["Hall\u{1b}[2J", "two\nlines"], marking: 1, .error)
    #expect(table.text.split(separator: "\n").count == 2)
    #expect(table.text.hasSuffix("Hall\\u{1b}[2J  two lines"))
  }

  @Test("The columns of a table align by the width of texts")
  func table() {
    var table = TextTable("name", .numbers("count"))
    table.add(["図書館", "7"])
    table.add(["hall", "12"])
    #expect(table.text == "name    count\n図書館      7\nhall       12")
  }
}
