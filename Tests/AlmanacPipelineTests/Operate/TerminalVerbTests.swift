import AlmanacTestSupport
import Foundation
import Testing

@Suite("the verbs on a terminal and in a pipe") struct TerminalVerbTests {
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

  @Test("what is well or wrong is colored on a terminal only, and nothing else is sent to it")
  func colors() throws {
    let desk = try Desk.campus()
    try desk.folder.write(Night.calendar(), to: "concerts.ics")
    try desk.almanac("add", "concerts.ics", "--now", Desk.now)
    try desk.almanac("run", "--now", Desk.now)
    try desk.folder.write(
      Night.calendar(uid: "other@hill.example", title: "Book Fair", start: "20260320T090000"),
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

  @Test("nothing of a feed drives the terminal")
  func hostile() throws {
    let desk = try Desk.campus()
    let evil = "Gala\u{1b}]0;owned\u{7}\u{9b}31m\u{202e}"
    try desk.folder.write(
      Night.calendar(title: evil).replacingOccurrences(
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
