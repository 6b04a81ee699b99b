import AlmanacTestSupport
import Dispatch
import Foundation
import Testing

/// The executable on a terminal.
@Suite("Progress on standard error", .serialized) struct ProgressDisplayTests {
  /// A run that has written all it had to.
  private struct Ended {
    var text: String
    var code: Int32
    var reason: Process.TerminationReason

    var screen: TerminalScreen { TerminalScreen(text) }
    /// What is on the screen, without the last line feed.
    var lines: [String] { screen.lines.last == "" ? screen.lines.dropLast() : screen.lines }
  }

  /// A run with a source whose host answers only when the test lets it.
  private final class Waiting {
    let fixture: CampusFixture
    private let gate = DispatchSemaphore(value: 0)
    private let server: LoopbackServer
    private let terminal: PseudoTerminal
    private let process = Process()
    private var text = ""

    init(columns: Int = 120, environment: [String: String] = [:], _ arguments: [String] = [])
      throws
    {
      fixture = try CampusFixture.empty()
      server = try LoopbackServer { [gate] _ in
        gate.wait()
        return .init(200, [("Content-Type", "text/calendar")], text: CampusFixture.calendar())
      }
      try fixture.folder.write(
        "campus: hill\nurl: \(server.url("/feed.ics"))\nallow: [127.0.0.1]\n",
        to: "config/feeds/library/feed.yaml")
      try fixture.add("broken", "403 Forbidden")
      try fixture.add("missing", nil)
      terminal = try PseudoTerminal(columns: columns)
      process.executableURL = Program.almanac
      process.arguments =
        [
          "run", "--config", fixture.configuration.path, "--output",
          fixture.folder.url.appending(path: "output").path, "--now", "2026-03-02T12:00:00Z",
        ] + arguments
      var all = ProcessInfo.processInfo.environment
      all["NO_COLOR"] = nil
      all["TERM"] = "xterm"
      process.environment = all.merging(environment) { _, new in new }
      process.standardInput = FileHandle.nullDevice
      process.standardOutput = FileHandle.nullDevice
      process.standardError = terminal.program
      try process.run()
      try terminal.program.close()
    }

    /// Until the text is on the terminal.
    func reads(_ wanted: String) -> Bool { terminal.read(into: &text) { $0.contains(wanted) } }

    func signal() { kill(process.processIdentifier, SIGTERM) }

    func answer() { gate.signal() }

    func end() -> Ended {
      terminal.read(into: &text)
      process.waitUntilExit()
      gate.signal()
      server.stop()
      return Ended(
        text: text, code: process.terminationStatus, reason: process.terminationReason)
    }
  }

  private static let stages = [
    "fetch", "parse", "geocode", "deduplicate", "categorize", "enrich", "publish",
  ]

  @Test("The live line is redrawn during the run, and a line for each stage stays")
  func live() throws {
    let waiting = try Waiting()
    #expect(waiting.reads("2/3 sources"))
    waiting.answer()
    let ended = waiting.end()
    #expect(ended.code == 0, "\(ended.text)")
    #expect(ended.screen.unknown.isEmpty)
    #expect(ended.screen.colors > 0)
    #expect(ended.screen.widest < 120)
    // No line is torn: each is one of the log or one of a stage.
    let isOfLog = { (line: String) in line.hasPrefix("almanac: warning: ") }
    #expect(ended.lines.count(where: isOfLog) == 2, "\(ended.lines)")
    let others = ended.lines.filter { !isOfLog($0) }
    #expect(others.map { String($0.prefix { $0 != ":" }) } == Self.stages)
    #expect(others.first?.hasPrefix("fetch: 3 sources, ") == true)
    #expect(others.allSatisfy { $0.hasSuffix(" s") })
  }

  @Test("The live line is as wide as the terminal, and without color if that is unwanted")
  func narrow() throws {
    let waiting = try Waiting(columns: 50, environment: ["NO_COLOR": "1"])
    #expect(waiting.reads("fetch 2/3 sources"))
    waiting.answer()
    let ended = waiting.end()
    #expect(ended.code == 0, "\(ended.lines)")
    #expect(ended.screen.colors == 0)
    let drawn = ended.text.components(separatedBy: "\u{1b}[K").dropFirst()
      .map { $0.prefix { $0 != "\r" && $0 != "\r\n" } }
      .filter { !$0.hasPrefix("almanac: ") }
    #expect(drawn.contains { $0.hasPrefix("fetch 2/3") })
    #expect(drawn.allSatisfy { $0.count <= 49 }, "\(drawn)")
  }

  @Test("The live line shows that a signal was received, and the screen is clean afterwards")
  func signal() throws {
    let waiting = try Waiting()
    #expect(waiting.reads("2/3 sources"))
    waiting.signal()
    #expect(waiting.reads(" (stopping) "))
    waiting.answer()
    let ended = waiting.end()
    #expect(ended.code == 143, "\(ended.lines)")
    #expect(ended.reason == .exit)
    #expect(ended.lines.last?.hasPrefix("almanac: stopped by a signal") == true, "\(ended.lines)")
    #expect(!ended.lines.contains { $0.contains("(stopping)") })
  }

  @Test("A second signal ends the run at once")
  func secondSignal() throws {
    let waiting = try Waiting()
    #expect(waiting.reads("2/3 sources"))
    waiting.signal()
    #expect(waiting.reads("(stopping)"))
    waiting.signal()
    let ended = waiting.end()
    #expect(ended.reason == .uncaughtSignal, "\(ended.lines)")
    #expect(ended.code == SIGTERM)
  }

  @Test(
    "No live line is drawn on a dumb terminal, for machines, or with --progress never",
    arguments: [
      (["TERM": "dumb"], []), (["TERM": ""], []), ([:], ["--progress", "never"]),
      ([:], ["--log-format", "json"]),
    ] as [([String: String], [String])])
  func silent(environment: [String: String], arguments: [String]) throws {
    let waiting = try Waiting(environment: environment, arguments)
    waiting.answer()
    let ended = waiting.end()
    #expect(ended.code == 0, "\(ended.lines)")
    #expect(!ended.text.contains("\u{1b}"))
    #expect(ended.lines.count == 2, "two warnings: \(ended.lines)")
  }

  @Test("A file gets progress as plain lines with --progress always, else none")
  func file() throws {
    let folder = try TemporaryFolder()
    let common = ["run", "--samples", "--output", folder.url.path]
    #expect(try CommandLineTests.almanac(common).errors.isEmpty)
    let run = try CommandLineTests.almanac(common + ["--force", "--progress", "always"])
    #expect(!run.errors.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" })
    let lines = run.errors.split(separator: "\n")
    #expect(
      lines.filter { !$0.contains("%") }.map { String($0.prefix { $0 != ":" }) } == Self.stages)
    #expect(lines.contains { $0.wholeMatch(of: /geocode: [1-9]\d* venues, \d+\.\d\d s/) != nil })
    let spoiled = try CommandLineTests.almanac(
      common + ["--progress", "always", "--log-format", "json"])
    #expect(spoiled.code == 64)
  }

  @Test("Filters of records show progress, which is gone before the records are written")
  func filter() throws {
    let records = #"{"venue":"COM1"}"# + "\n"
    let answer = try CommandLineTests.almanac(
      "geocode", "--input", "-", "--gazetteer", "config/gazetteer/nus.geojson", "--progress",
      "always", input: records)
    #expect(answer.code == 0)
    #expect(answer.output.split(separator: "\n").count == 1)
    #expect(!answer.errors.contains("\u{1b}"))
  }
}
