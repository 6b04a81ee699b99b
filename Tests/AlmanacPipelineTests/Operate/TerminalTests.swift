import AlmanacTestSupport
import Foundation
import Testing

@Suite("The commands on a terminal and in a pipe") struct TerminalTests {
  private static func onTerminal(_ arguments: [String], in desk: Desk, noColor: Bool = false) throws
    -> TerminalScreen
  {
    let terminal = try PseudoTerminal(columns: 120)
    let process = Process()
    process.executableURL = Program.almanac
    process.arguments = arguments
    process.currentDirectoryURL = desk.folder.url
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
    let desk = try Desk.campus()
    try desk.folder.write(CampusFixture.calendar(), to: "concerts.ics")
    try desk.almanac("add", "concerts.ics", "--now", Desk.now)
    try desk.almanac("run", "--now", Desk.now)
    try desk.folder.write(
      CampusFixture.calendar(
        uid: "other@hill.example", title: "Book Fair", start: "20260320T090000"),
      to: "concerts.ics")
    try desk.almanac("run", "--now", "2026-03-03T12:00:00Z")
    for arguments in [
      ["check"], ["check", "concerts.ics"], ["doctor", "--offline", "--now", Desk.now],
      ["status", "--now", "2026-03-03T13:00:00Z"], ["diff"], ["rollback", "--list"],
    ] {
      let screen = try Self.onTerminal(arguments, in: desk)
      #expect(screen.colors > 0, "\(arguments): \(screen.lines)")
      #expect(screen.unknown.isEmpty)
      let plain = try Self.onTerminal(arguments, in: desk, noColor: true)
      #expect(plain.colors == 0)
      let piped = try Program.run(Program.almanac, arguments, in: desk.folder.url)
      #expect(!piped.output.contains("\u{1b}") && !piped.errors.contains("\u{1b}"))
      #expect(!piped.output.isEmpty)
    }
  }

  @Test(
    "'query' shows 50 occurrences on a terminal and how many there are; files and pipes get all")
  func wholeAnswers() throws {
    let desk = try Desk.campus()
    let weekly = CampusFixture.calendar(
      title: "Rehearsal", start: "20260303T180000", extra: "RRULE:FREQ=DAILY;COUNT=60\n")
    try desk.folder.write(weekly, to: "choir.ics")
    try desk.almanac("add", "choir.ics", "--now", Desk.now)
    try desk.almanac("run", "--now", Desk.now)
    let call = ["query", "rehearsal", "--now", Desk.now]
    func lines(_ arguments: String...) throws -> Int {
      let answer = try Program.run(Program.almanac, call + arguments, in: desk.folder.url)
      #expect(answer.errors.isEmpty || !arguments.contains("--json"))
      return answer.output.split(separator: "\n").count { $0.contains("Rehearsal") }
    }
    #expect(try lines("--json") == 60)
    #expect(try lines() == 60, "a pipe is a file")
    #expect(try lines("--json", "--limit", "7") == 7, "what is asked for")
    let calendar = try Program.run(Program.almanac, call + ["--ics"], in: desk.folder.url)
    #expect(calendar.output.contains("COUNT=60") || calendar.output.contains("RRULE"))

    let screen = try Self.onTerminal(call, in: desk).lines
    #expect(screen.count { $0.contains("Rehearsal") } == 50)
    #expect(screen.contains { $0.contains("50 of 60 occurrences; --limit N shows more") })
    let second = try Self.onTerminal(call + ["--page", "2"], in: desk).lines
    #expect(second.count { $0.contains("Rehearsal") } == 10)
    #expect(second.contains { $0.contains("51 to 60 of 60 occurrences") })
    let all = try Self.onTerminal(call + ["--limit", "60"], in: desk).lines
    #expect(all.count { $0.contains("Rehearsal") } == 60)
    #expect(!all.contains { $0.contains(" of 60") })
  }

  @Test("'review' lists 50 on a terminal and all elsewhere, and never truncates without a note")
  func wholeReviews() throws {
    let desk = try Desk.campus()
    let calendars = (10..<70).map { number in
      CampusFixture.calendar(uid: "\(number)@hill.example", title: "Talk \(number)")
        .replacing("LOCATION:Great Hall", with: "LOCATION:Annex Q\(number)zz")
        .replacing("CATEGORIES:Music", with: "CATEGORIES:Strand \(number)")
        .split(separator: "\n").dropFirst(3).dropLast().joined(separator: "\n")
    }
    try desk.folder.write(
      "BEGIN:VCALENDAR\nVERSION:2.0\nPRODID:-//hill//EN\n"
        + calendars.joined(separator: "\n") + "\nEND:VCALENDAR\n", to: "talks.ics")
    try desk.almanac("add", "talks.ics", "--now", Desk.now)
    try desk.almanac("run", "--now", Desk.now)
    for (subject, mark) in [("--places", "Annex Q"), ("--categories", "strand ")] {
      let call = ["review", subject, "--now", Desk.now]
      func piped(_ arguments: String...) throws -> (count: Int, errors: String) {
        let answer = try Program.run(Program.almanac, call + arguments, in: desk.folder.url)
        let lines = answer.output.lowercased().split(separator: "\n")
        return (lines.count { $0.contains(mark.lowercased()) }, answer.errors)
      }
      for all in [try piped(), try piped("--json")] {
        #expect(all.count == 60 && all.errors.isEmpty, "\(subject): \(all)")
      }
      for some in [try piped("--limit", "7"), try piped("--json", "--limit", "7")] {
        #expect(some.count == 7 && some.errors.contains("7 of 60; --limit N shows more"))
      }
      let screen = try Self.onTerminal(call, in: desk).lines
      #expect(screen.contains { $0.contains("50 of 60; --limit N shows more") }, "\(screen)")
    }
  }

  @Test("A count of one has a noun in the singular")
  func singular() throws {
    let desk = try Desk.campus()
    try desk.folder.write(CampusFixture.calendar(), to: "concerts.ics")
    let added = try desk.almanac("add", "concerts.ics", "--now", Desk.now)
    #expect(added.output.contains("1 event in the window"), "\(added.output)")
    #expect(try desk.text("feeds/concerts/feed.yaml").contains(", 1 item, 1 with a date."))
    let run = try desk.almanac("run", "--now", Desk.now).output
    #expect(run.contains(": 1 event, 1 occurrence, 5 places, 1 listing, "), "\(run)")
    let doctor = try desk.almanac("doctor", "--offline", "--now", Desk.now).output
    #expect(doctor.contains(", 1 source") && !doctor.contains("1 sources"), "\(doctor)")
  }

  @Test("No text of a feed controls the terminal")
  func hostile() throws {
    let desk = try Desk.campus()
    let evil = "Gala\u{1b}]0;owned\u{7}\u{9b}31m\u{202e}"
    try desk.folder.write(
      CampusFixture.calendar(title: evil).replacingOccurrences(
        of: "LOCATION:Great Hall", with: "LOCATION:\(evil)"
      )
      .replacingOccurrences(of: "VERSION:2.0", with: "VERSION:2.0\nX-WR-CALNAME:\(evil)"),
      to: "evil.ics")
    for arguments in [
      ["check", "evil.ics"], ["add", "evil.ics", "--dry-run"], ["add", "evil.ics", "--id", "evil"],
      ["run", "--now", Desk.now], ["query", "gala", "--now", Desk.now], ["diff"],
    ] {
      let answer = try Program.run(Program.almanac, arguments, in: desk.folder.url)
      for sign in ["\u{1b}", "\u{7}", "\u{9b}", "\u{202e}"] {
        #expect(!(answer.output + answer.errors).contains(sign), "\(arguments): \(answer.output)")
      }
    }
  }
}
