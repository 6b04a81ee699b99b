import AlmanacTestSupport
import Foundation
import Testing

/// The executable as a person calls it.
@Suite struct CommandLineTests {
  struct Answer {
    var code: Int32
    var output: String
    var errors: String
  }

  /// The executable that was built beside the tests.
  private static var executable: URL {
    var folder = URL(filePath: CommandLine.arguments[0]).resolvingSymlinksInPath()
    while folder.pathComponents.count > 1 {
      folder.deleteLastPathComponent()
      let candidate = folder.appending(path: "almanac")
      var isFolder: ObjCBool = false
      if FileManager.default.fileExists(atPath: candidate.path, isDirectory: &isFolder),
        !isFolder.boolValue
      {
        return candidate
      }
    }
    return ProjectFiles.url(".build/debug/almanac")
  }

  static func almanac(_ arguments: String..., input: String = "") throws -> Answer {
    try almanac(arguments, input: input)
  }

  static func almanac(_ arguments: [String], input: String = "") throws -> Answer {
    let process = Process()
    process.executableURL = executable
    process.arguments = arguments
    process.currentDirectoryURL = ProjectFiles.root
    let folder = try TemporaryFolder()
    try folder.write(input, to: "in")
    for name in ["out", "err"] { try folder.write("", to: name) }
    process.standardInput = try FileHandle(forReadingFrom: folder.url.appending(path: "in"))
    process.standardOutput = try FileHandle(forWritingTo: folder.url.appending(path: "out"))
    process.standardError = try FileHandle(forWritingTo: folder.url.appending(path: "err"))
    try process.run()
    process.waitUntilExit()
    func text(_ name: String) throws -> String {
      try String(contentsOf: folder.url.appending(path: name), encoding: .utf8)
    }
    return Answer(code: process.terminationStatus, output: try text("out"), errors: try text("err"))
  }

  @Test(
    "mistakes have their exit codes, one line of explanation, and nothing on standard output",
    arguments: [
      (["run", "--frobnicate"], 64), (["run", "--from", "publish", "--until", "fetch"], 64),
      (["run", "--now", "yesterday"], 64),
      (["run", "--samples", "--source", "nobody", "--output", "/tmp/almanac-none"], 64),
      (["run", "--config", "/nowhere/almanac.yaml"], 78),
      (["status", "--output", "/nowhere"], 65),
      (["run", "--samples", "--output", "/proc/almanac"], 73),
    ] as [([String], Int32)])
  func exitCodes(arguments: [String], code: Int32) throws {
    let answer = try Self.almanac(arguments)
    #expect(answer.code == code, "\(answer.errors)")
    #expect(answer.output.isEmpty)
    #expect(!answer.errors.isEmpty)
  }

  @Test("the samples are published, with a table and the way to the edition")
  func runsSamples() throws {
    let folder = try TemporaryFolder()
    let answer = try Self.almanac("run", "--samples", "--output", folder.url.path)
    #expect(answer.code == 0, "\(answer.errors)")
    for word in ["fetch", "publish", "seconds", folder.url.path] {
      #expect(answer.output.contains(word), "\(word)")
    }
    let status = try Self.almanac("status", "--output", folder.url.path)
    #expect(status.code == 0, "\(status.output)\(status.errors)")
    #expect(status.output.contains("nus-events"))
  }

  @Test("inspect prints a document and its entries")
  func inspects() throws {
    let answer = try Self.almanac("inspect", "feeds/computing/sample.ics")
    let lines = answer.output.split(separator: "\n")
    #expect(answer.code == 0)
    #expect(lines.first?.contains(#""record":"document""#) == true)
    #expect(lines.first?.contains(#""format":"icalendar""#) == true)
    #expect(lines.dropFirst().allSatisfy { $0.contains(#""record":"entry""#) })
    #expect(lines.count == 16)
  }

  @Test("occurrences prints the instances of a window, in order")
  func listsOccurrences() throws {
    let answer = try Self.almanac(
      "occurrences", "-", "--from", "2026-03-01T00:00:00Z", "--to", "2026-04-01T00:00:00Z",
      input: Night.calendar(extra: "RRULE:FREQ=WEEKLY;COUNT=10\n"))
    #expect(answer.code == 0, "\(answer.errors)")
    let lines = answer.output.split(separator: "\n")
    #expect(lines.count == 4)
    #expect(lines.first?.contains(#""start":"2026-03-10T19:30:00+08:00""#) == true)
    #expect(lines.first?.contains(#""timezone":"Asia/Singapore""#) == true)
  }

  @Test("geocode works on records, and passes on what it does not know")
  func geocodes() throws {
    let answer = try Self.almanac(
      "geocode", "--input", "-", "--gazetteer", "config/gazetteer/nus.geojson",
      input: #"{"venue":"COM1-02-06","mine":1}"# + "\n" + #"{"venue":"Zoom"}"# + "\n")
    #expect(answer.code == 0, "\(answer.errors)")
    let lines = answer.output.split(separator: "\n")
    #expect(lines.count == 2)
    #expect(lines.first?.contains(#""mine":1"#) == true)
    #expect(lines.first?.contains(#""place":"com1""#) == true)
    #expect(lines.last?.contains(#""reason":"online""#) == true)
  }

  @Test("a line that is no record is told with its number")
  func refusesLines() throws {
    let answer = try Self.almanac(
      "categorize", "--input", "-", input: #"{"title":"Yoga"}"# + "\nnonsense\n")
    #expect(answer.code != 0)
    #expect(answer.errors.contains("line 2"))
  }
}
