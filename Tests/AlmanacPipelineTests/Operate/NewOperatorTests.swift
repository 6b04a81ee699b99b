import AlmanacTestSupport
import Foundation
import Testing

/// From nothing to a published campus, with nothing but the executable.
@Suite("A new operator in an empty folder") struct NewOperatorTests {
  @Test("'init', 'add' and 'run' publish a feed; 'check' and 'doctor' find no failure")
  func publishes() throws {
    let work = try ProgramFolder.campus()
    try work.folder.write(CampusFixture.calendar(), to: "concerts.ics")
    let added = try work.almanac("add", "concerts.ics", "--now", ProgramFolder.now)
    #expect(added.code == 0, "\(added.errors)")
    #expect(work.exists("feeds/concerts/feed.yaml"))
    let checked = try work.almanac("check")
    #expect(checked.code == 0, "\(checked.output)\(checked.errors)")
    let run = try work.almanac("run", "--now", ProgramFolder.now)
    #expect(run.code == 0, "\(run.errors)")
    let found = try work.almanac("query", "concert", "--json", "--now", ProgramFolder.now)
    #expect(found.output.contains(#""place":"great-hall""#), "\(found.output)")
    #expect(found.output.contains(#""category":"arts""#))
    let doctor = try work.almanac("doctor", "--offline", "--now", ProgramFolder.now)
    #expect(doctor.code == 0, "\(doctor.output)")
  }

  @Test(
    "Each of the corpora's feeds is published in under ten commands",
    .enabled(if: SharedFiles.exists("corpora/feeds"), Comment(rawValue: SharedFiles.absent)))
  func corpora() throws {
    let calendars = SharedFiles.files(in: "corpora/feeds", ending: ".ics")
    let file = try #require(calendars.first { $0.contains("libcal") || $0.contains("livewhale") })
    let work = try ProgramFolder.campus()
    var commands = 1
    func almanac(_ arguments: String...) throws {
      commands += 1
      let answer = try Program.run(Program.almanac, arguments, in: work.folder.url)
      #expect(answer.code == 0, "\(arguments): \(answer.output.suffix(500))\(answer.errors)")
    }
    try almanac("add", SharedFiles.url(file).path, "--id", "first")
    try almanac("check", "first")
    try almanac("run")
    try almanac("status")
    #expect(commands < 10)
    #expect(work.exists("output/latest/almanac.sqlite"))
  }

  @Test("'init' names missing values, and replaces nothing")
  func refuses() throws {
    let work = try ProgramFolder()
    let answer = try work.almanac("init", "--id", "hill")
    #expect(answer.code == 64)
    #expect(answer.errors.contains("--timezone"))
    let wrong = try work.almanac("init", "--id", "hill", "--timezone", "Paris")
    #expect(wrong.code == 64)
    #expect(wrong.errors.contains("Europe/Paris"))
    #expect(try work.almanac("init", "--id", "A B", "--timezone", "UTC").code == 64)
    #expect(!work.exists("config"))
    #expect(try work.almanac("init", "town", "--timezone", "Europe/Paris").code == 0)
    #expect(work.exists("town/config/gazetteer/town.geojson"))
    try work.folder.write("mine", to: "town/config/decisions.yaml")
    let again = try work.almanac("init", "town", "--timezone", "Europe/Paris")
    #expect(again.code == 73)
    #expect(try work.text("town/config/decisions.yaml") == "mine")
  }

  @Test("Init accepts coordinates that begin with a minus sign")
  func acceptsWestAndSouth() throws {
    let work = try ProgramFolder()
    for (folder, option, value, bounds) in [
      ("box", "--bounds", "-78.73,35.75,-78.65,35.81", "[-78.73,35.75,-78.65,35.81]"),
      ("point", "--point", "-33.86,151.2", "[151.1759,-33.88,151.2241,-33.84]"),
    ] {
      let answer = try work.almanac("init", folder, "--timezone", "UTC", option, value)
      #expect(answer.code == 0, "\(answer.errors)")
      #expect(try work.text("\(folder)/config/gazetteer/\(folder).geojson").contains(bounds))
    }
  }

  @Test("On a terminal 'init' asks for values without an option, and adds a first feed")
  func asks() throws {
    let work = try ProgramFolder()
    try work.folder.write(CampusFixture.calendar(), to: "concerts.ics")
    let terminal = try PseudoTerminal(columns: 100)
    let process = Process()
    process.executableURL = Program.almanac
    process.arguments = ["init", "town", "--name", "Town"]
    process.currentDirectoryURL = work.folder.url
    process.environment = ProcessInfo.processInfo.environment.merging(["TERM": "xterm"]) { $1 }
    for stream in [\Process.standardInput, \.standardOutput, \.standardError] {
      process[keyPath: stream] = terminal.program
    }
    try process.run()
    var screen = ""
    for (question, answer) in [
      ("id", ""), ("zone", "Europe/Paris"), ("middle", "48.85,2.35"), ("feed", "concerts.ics"),
    ] {
      #expect(
        terminal.read(into: &screen) { $0.split(separator: "\n").last?.contains(question) == true })
      terminal.type(answer + "\n")
    }
    process.waitUntilExit()
    #expect(process.terminationStatus == 0, "\(screen)")
    #expect(try work.text("town/config/almanac.yaml").contains("timezone: Europe/Paris"))
    #expect(try work.text("town/config/gazetteer/town.geojson").contains("48.87"))
    #expect(work.exists("town/feeds/concerts/feed.yaml"))
  }

  @Test("Before the first feed, messages contain the next command")
  func withoutFeeds() throws {
    let work = try ProgramFolder()
    try work.almanac("init", "--id", "hill", "--timezone", "Europe/London")
    for command in ["check", "run"] {
      let answer = try work.almanac(command)
      #expect(answer.code == 78)
      #expect((answer.output + answer.errors).contains("almanac add"), "\(command)")
    }
  }
}
