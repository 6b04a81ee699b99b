import AlmanacTestSupport
import Foundation
import Testing

@Suite("The commands on a terminal and in a pipe") struct TerminalTests {
  private static func onTerminal(
    _ arguments: [String], in work: ProgramFolder, noColor: Bool = false
  ) throws
    -> TerminalScreen
  {
    let terminal = try PseudoTerminal(columns: 120)
    let process = Process()
    process.executableURL = Program.almanac
    process.arguments = arguments
    process.currentDirectoryURL = work.folder.url
    var environment = ProcessInfo.processInfo.environment.merging(["TERM": "xterm"]) { $1 }
    environment["NO_COLOR"] = noColor ? "1" : nil
    process.environment = environment
    process.standardOutput = terminal.program
    process.standardError = terminal.program
    try process.run()
    process.waitUntilExit()
    try terminal.program.close()
    var text = ""
    terminal.read(into: &text)
    return TerminalScreen(text)
  }

  @Test("Words are colored on a terminal only, without other escape sequences")
  func colors() throws {
    let work = try ProgramFolder.campus()
    try work.folder.write(CampusFixture.calendar(), to: "concerts.ics")
    try work.almanac("add", "concerts.ics", "--now", ProgramFolder.now)
    try work.almanac("run", "--now", ProgramFolder.now)
    try work.folder.write(
      CampusFixture.calendar(
        uid: "other@hill.example", title: "Book Fair", start: "20260320T090000"),
      to: "concerts.ics")
    try work.almanac("run", "--now", "2026-03-03T12:00:00Z")
    for arguments in [
      ["check"], ["check", "concerts.ics"], ["doctor", "--offline", "--now", ProgramFolder.now],
      ["status", "--now", "2026-03-03T13:00:00Z"], ["diff"], ["rollback", "--list"],
    ] {
      let screen = try Self.onTerminal(arguments, in: work)
      #expect(screen.colors > 0, "\(arguments): \(screen.lines)")
      #expect(screen.unknown.isEmpty)
      let plain = try Self.onTerminal(arguments, in: work, noColor: true)
      #expect(plain.colors == 0)
      let piped = try Program.run(Program.almanac, arguments, in: work.folder.url)
      #expect(!piped.output.contains("\u{1b}") && !piped.errors.contains("\u{1b}"))
      #expect(!piped.output.isEmpty)
    }
  }

  @Test(
    "'query' shows 50 occurrences on a terminal and how many there are; files and pipes get all")
  func wholeAnswers() throws {
    let work = try ProgramFolder.campus()
    let weekly = CampusFixture.calendar(
      title: "Rehearsal", start: "20260303T180000", extra: "RRULE:FREQ=DAILY;COUNT=60\n")
    try work.folder.write(weekly, to: "choir.ics")
    try work.almanac("add", "choir.ics", "--now", ProgramFolder.now)
    try work.almanac("run", "--now", ProgramFolder.now)
    let call = ["query", "rehearsal", "--now", ProgramFolder.now]
    func lines(_ arguments: String...) throws -> Int {
      let answer = try Program.run(Program.almanac, call + arguments, in: work.folder.url)
      #expect(answer.errors.isEmpty || !arguments.contains("--json"))
      return answer.output.split(separator: "\n").count { $0.contains("Rehearsal") }
    }
    #expect(try lines("--json") == 60)
    #expect(try lines() == 60, "a pipe is a file")
    #expect(try lines("--json", "--limit", "7") == 7, "the limit of the call")
    let calendar = try Program.run(Program.almanac, call + ["--ics"], in: work.folder.url)
    #expect(calendar.output.contains("COUNT=60") || calendar.output.contains("RRULE"))

    let screen = try Self.onTerminal(call, in: work).lines
    #expect(screen.count { $0.contains("Rehearsal") } == 50)
    #expect(screen.contains { $0.contains("50 of 60 occurrences; --limit N shows more") })
    let second = try Self.onTerminal(call + ["--page", "2"], in: work).lines
    #expect(second.count { $0.contains("Rehearsal") } == 10)
    #expect(second.contains { $0.contains("51 to 60 of 60 occurrences") })
    let all = try Self.onTerminal(call + ["--limit", "60"], in: work).lines
    #expect(all.count { $0.contains("Rehearsal") } == 60)
    #expect(!all.contains { $0.contains(" of 60") })
  }

  @Test("'review' lists 50 on a terminal and all elsewhere, and never truncates without a note")
  func wholeReviews() throws {
    let work = try ProgramFolder.campus()
    let calendars = (10..<70).map { number in
      CampusFixture.calendar(uid: "\(number)@hill.example", title: "Talk \(number)")
        .replacing("LOCATION:Great Hall", with: "LOCATION:Annex Q\(number)zz")
        .replacing("CATEGORIES:Music", with: "CATEGORIES:Strand \(number)")
        .split(separator: "\n").dropFirst(3).dropLast().joined(separator: "\n")
    }
    try work.folder.write(
      "BEGIN:VCALENDAR\nVERSION:2.0\nPRODID:-//hill//EN\n"
        + calendars.joined(separator: "\n") + "\nEND:VCALENDAR\n", to: "talks.ics")
    try work.almanac("add", "talks.ics", "--now", ProgramFolder.now)
    try work.almanac("run", "--now", ProgramFolder.now)
    for (subject, mark) in [("--places", "Annex Q"), ("--categories", "strand ")] {
      let call = ["review", subject, "--now", ProgramFolder.now]
      func piped(_ arguments: String...) throws -> (count: Int, errors: String) {
        let answer = try Program.run(Program.almanac, call + arguments, in: work.folder.url)
        let lines = answer.output.lowercased().split(separator: "\n")
        return (lines.count { $0.contains(mark.lowercased()) }, answer.errors)
      }
      for all in [try piped(), try piped("--json")] {
        #expect(all.count == 60 && all.errors.isEmpty, "\(subject): \(all)")
      }
      for some in [try piped("--limit", "7"), try piped("--json", "--limit", "7")] {
        #expect(some.count == 7 && some.errors.contains("7 of 60; --limit N shows more"))
      }
      let screen = try Self.onTerminal(call, in: work).lines
      #expect(screen.contains { $0.contains("50 of 60; --limit N shows more") }, "\(screen)")
    }
  }

  @Test("A count of one has a noun in the singular")
  func singular() throws {
    let work = try ProgramFolder.campus()
    try work.folder.write(CampusFixture.calendar(), to: "concerts.ics")
    let added = try work.almanac("add", "concerts.ics", "--now", ProgramFolder.now)
    #expect(added.output.contains("1 event in the window"), "\(added.output)")
    #expect(try work.text("feeds/concerts/feed.yaml").contains(", 1 item, 1 with a date."))
    let run = try work.almanac("run", "--now", ProgramFolder.now).output
    #expect(run.contains(": 1 event, 1 occurrence, 5 places, 1 listing, "), "\(run)")
    let doctor = try work.almanac("doctor", "--offline", "--now", ProgramFolder.now).output
    #expect(doctor.contains(", 1 source") && !doctor.contains("1 sources"), "\(doctor)")
  }

  @Test("No text of a feed controls the terminal")
  func hostile() throws {
    let work = try ProgramFolder.campus()
    let evil = "Gala\u{1b}]0;owned\u{7}\u{9b}31m\u{202e}"
    try work.folder.write(
      CampusFixture.calendar(title: evil).replacingOccurrences(
        of: "LOCATION:Great Hall", with: "LOCATION:\(evil)"
      )
      .replacingOccurrences(of: "VERSION:2.0", with: "VERSION:2.0\nX-WR-CALNAME:\(evil)"),
      to: "evil.ics")
    for arguments in [
      ["check", "evil.ics"], ["add", "evil.ics", "--dry-run"], ["add", "evil.ics", "--id", "evil"],
      ["run", "--now", ProgramFolder.now], ["query", "gala", "--now", ProgramFolder.now], ["diff"],
    ] {
      let answer = try Program.run(Program.almanac, arguments, in: work.folder.url)
      for sign in ["\u{1b}", "\u{7}", "\u{9b}", "\u{202e}"] {
        #expect(!(answer.output + answer.errors).contains(sign), "\(arguments): \(answer.output)")
      }
    }
  }
}
