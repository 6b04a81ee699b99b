import AlmanacTestSupport
import Foundation
import Testing

/// The executable that users get, where the optimizer may make something else of the code than in the
/// debug build.
@Suite struct ExecutableTests {
  @Test("Texts of at most 15 bytes inside dictionaries are stored and published unchanged")
  func shortTexts() throws {
    let work = try ProgramFolder.campus()
    try work.folder.write(
      """
      campus: hill
      path: feed.ics
      venue: {default: great-hall}
      categories: {a: arts, talks: others}
      """, to: "feeds/choir/feed.yaml")
    try work.folder.write(
      """
      BEGIN:VCALENDAR\r
      VERSION:2.0\r
      PRODID:-//choir//EN\r
      BEGIN:VEVENT\r
      UID:1@choir.example\r
      DTSTAMP:20260301T000000Z\r
      DTSTART:20260305T100000Z\r
      SUMMARY:Open rehearsal\r
      CATEGORIES:a\r
      X-KIND:k\r
      END:VEVENT\r
      END:VCALENDAR\r

      """, to: "feeds/choir/feed.ics")
    let run = try work.almanac("run", "--now", ProgramFolder.now)
    #expect(run.code == 0, "\(run.errors)")
    let found = try work.almanac("query", "--json", "--now", ProgramFolder.now)
    #expect(found.output.contains(#""great-hall""#), "\(found.output)\(found.errors)")
    let explained = try work.almanac("explain", "1@choir.example")
    #expect(!(explained.output + found.output + run.output).contains("\0"))
    #expect(!explained.output.contains(#"\u{0}"#), "\(explained.output)")
    #expect(explained.output.contains("Great Hall"), "\(explained.output)\(explained.errors)")
  }

  @Test(
    "Both builds of the executable read every document of the shared corpora alike",
    .enabled(if: SharedFiles.exists("corpora/conformance"), "\(SharedFiles.absent)"))
  func corpora() throws {
    let folders = ["corpora/conformance", "corpora/feeds", "corpora/hostile", "corpora/reports"]
    let endings = [".ics", ".xml", ".rss", ".atom", ".json", ".html", ".csv"]
    let paths = folders.flatMap { folder in
      endings.flatMap { SharedFiles.files(in: folder, ending: $0) }
    }
    try #require(paths.count > 1_000)
    for chunk in stride(from: 0, to: paths.count, by: 400) {
      let files = paths[chunk..<min(chunk + 400, paths.count)].map { SharedFiles.url($0).path }
      let answers = try [Program.almanac, Program.debugBuild].map {
        try Program.run($0, ["inspect"] + files)
      }
      #expect(answers[0].output == answers[1].output)
      #expect(answers[0].errors == answers[1].errors)
      #expect(answers[0].code == answers[1].code)
    }
  }
}
