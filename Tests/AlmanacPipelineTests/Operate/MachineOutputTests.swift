import AlmanacTestSupport
import Foundation
import Testing

@Suite("Answers and logs for machines") struct MachineOutputTests {
  /// A campus of one calendar that is read and one that is not.
  private static func work() throws -> ProgramFolder {
    let work = try ProgramFolder.campus()
    try work.folder.write(CampusFixture.calendar(), to: "concerts.ics")
    try work.almanac("add", "concerts.ics", "--now", ProgramFolder.now)
    try work.folder.write("campus: hill\npath: gone.ics\n", to: "feeds/broken/feed.yaml")
    return work
  }

  @Test("Every line of the log is an object with its run, its stage and its subject")
  func log() throws {
    let work = try Self.work()
    let answer = try work.almanac(
      "run", "--log-format", "json", "--log-level", "info", "--progress", "never", "--now",
      ProgramFolder.now
    )
    let lines = try answer.errors.split(separator: "\n").map(ProgramFolder.object)
    #expect(lines.count >= 8)
    for line in lines {
      for name in ["ts", "level", "msg", "run"] { #expect(line[name] is String, "\(line)") }
    }
    #expect(Set(lines.compactMap { $0["run"] as? String }).count == 1)
    let failed = try #require(lines.first { $0["source"] as? String == "broken" })
    #expect(failed["level"] as? String == "warning" && failed["stage"] as? String == "fetch")
    #expect(failed["code"] is String)
    // For people the run and the stage are clear from the lines around it.
    let text = try work.almanac("run", "--progress", "never", "--now", ProgramFolder.now).errors
    #expect(text.contains("source=broken") && !text.contains("run=") && !text.contains("stage="))
  }

  @Test("'run', a stage, 'explain' and 'accept' answer in JSON")
  func answers() throws {
    let work = try Self.work()
    let run = try work.almanac("run", "--json", "--now", ProgramFolder.now)
    let report = try ProgramFolder.object(run.output)
    #expect(report["schema"] as? String == "almanac.run/2")
    #expect((report["stages"] as? [[String: Any]])?.count == 7)
    #expect(run.output == (try work.text("output/run/report.json")))
    let stage = try ProgramFolder.object(
      try work.almanac("publish", "--json", "--now", ProgramFolder.now).output)
    #expect((stage["stages"] as? [[String: Any]])?.map { $0["name"] as? String } == ["publish"])
    let event = try ProgramFolder.object(
      try work.almanac("explain", "one@hill.example", "--json").output)
    #expect(event["title"] as? String == "Spring Concert")
    #expect((event["listings"] as? [Any])?.count == 1)

    let many = (1...30).map { number in
      CampusFixture.calendar(
        uid: "\(number)@hill.example", title: "Lecture \(number)",
        start: "202604\(number < 10 ? "0" : "")\(number)T100000")
    }
    let events = many.map {
      $0.split(separator: "\n").dropFirst(3).dropLast().joined(separator: "\n")
    }
    let head = "BEGIN:VCALENDAR\nVERSION:2.0\nPRODID:-//Hill//Test//EN\n"
    let file = "concerts.ics"
    try work.folder.write(head + events.joined(separator: "\n") + "\nEND:VCALENDAR\n", to: file)
    try work.almanac("run", "--now", "2026-03-03T12:00:00Z")
    try work.folder.write(head + events[29] + "\nEND:VCALENDAR\n", to: file)
    try work.almanac("run", "--now", "2026-03-04T12:00:00Z")
    let accepted = try work.almanac("accept", "concerts", "--json")
    let line = try ProgramFolder.object(accepted.output)
    #expect(line["source"] as? String == "concerts" && line["listed"] as? Int == 1)
  }

  @Test("'explain' shows people local starts of the campus, and programs those of the edition")
  func campusClock() throws {
    let work = try ProgramFolder.campus()
    let calendar = CampusFixture.calendar().replacing(
      "DTSTART;TZID=Asia/Singapore:20260310T193000", with: "DTSTART:20260310T113000Z")
    try work.folder.write(calendar, to: "concerts.ics")
    try work.almanac("add", "concerts.ics", "--now", ProgramFolder.now)
    try work.almanac("run", "--now", ProgramFolder.now)
    let text = try work.almanac("explain", "one@hill.example").output
    #expect(text.contains("\nwhen      2026-03-10T19:30:00+08:00\n"), "\(text)")
    // The longest of the names that stand before a value.
    #expect(text.contains("\nattendance in-person ("), "\(text)")
    let line = try ProgramFolder.object(
      try work.almanac("explain", "one@hill.example", "--json").output)
    #expect(line["starts"] as? [String] == ["2026-03-10T11:30:00Z"])
  }
}
