import AlmanacTestSupport
import Foundation
import Testing

/// Tests the commands in blocks without a `run` mark, which need a network, a failure or labeled
/// data.
///
/// Each runs in a folder that contains its files and must have the expected exit code.
@Suite("Calls that pages mention") struct DocumentationCallTests {
  /// The project's configuration and sources with local files, after two runs. In the second run,
  /// two sources list only one of thirty events, so they are held.
  private struct ProjectCopy {
    private static let all = ["config", "feeds", "output"]

    let folder = try? TemporaryFolder()

    init() throws {
      for name in ["config", "feeds"] {
        try FileManager.default.copyItem(at: ProjectFiles.url(name), to: try url(name))
      }
      let settings = try text("config/almanac.yaml")
      try write(
        settings.replacing("window: {past: 30d", with: "window: {past: 3000d"),
        to: "config/almanac.yaml")
      for source in try FileManager.default.contentsOfDirectory(atPath: try url("feeds").path) {
        try readSample(of: source)
      }
      for source in ["physics", "choir"] {
        try write("campus: nus\npath: sample.ics\n", to: "feeds/\(source)/feed.yaml")
        try write(Self.calendar(source, 1...30), to: "feeds/\(source)/sample.ics")
      }
      try fixture("2026-03-02T12:00:00Z")
      for source in ["physics", "choir"] {
        try write(Self.calendar(source, 30...30), to: "feeds/\(source)/sample.ics")
      }
      try fixture("2026-03-03T12:00:00Z")
      for name in Self.all {
        try FileManager.default.createDirectory(
          at: try url("held"), withIntermediateDirectories: true)
        try FileManager.default.copyItem(at: try url(name), to: try url("held/\(name)"))
      }
      try writeData()
    }

    func url(_ path: String) throws -> URL { try #require(folder).url.appending(path: path) }

    func text(_ path: String) throws -> String {
      try String(contentsOf: try url(path), encoding: .utf8)
    }

    func write(_ text: String, to path: String) throws {
      try #require(folder).write(text, to: path)
    }

    func almanac(_ words: [String], in path: String = "") throws -> Program.Answer {
      try Program.run(Program.almanac, words, in: try url(path))
    }

    private func fixture(_ now: String) throws {
      let answer = try almanac(["run", "--now", now, "--progress", "never"])
      try #require(answer.code == 0, "\(answer.errors)")
    }

    /// Replaces the URL of a definition with the sample beside it.
    private func readSample(of source: String) throws {
      let folder = try url("feeds/\(source)")
      let names = try? FileManager.default.contentsOfDirectory(atPath: folder.path)
      guard let sample = names?.first(where: { $0.hasPrefix("sample.") }) else { return }
      let definition = try text("feeds/\(source)/feed.yaml")
      try write(
        definition.replacing(/(?m)^url: .*$/, with: "path: \(sample)"),
        to: "feeds/\(source)/feed.yaml")
    }

    private static func calendar(_ source: String, _ days: ClosedRange<Int>) -> String {
      let events = days.map { day in
        """
        BEGIN:VEVENT
        UID:\(source)-\(day)@example.edu
        DTSTAMP:20260301T000000Z
        DTSTART:202604\(day < 10 ? "0" : "")\(day)T100000Z
        SUMMARY:\(source.capitalized) evening \(day)
        URL:https://events.example.edu/\(source == "physics" ? 2_011 + day : day)
        END:VEVENT

        """
      }
      return
        "BEGIN:VCALENDAR\nVERSION:2.0\nPRODID:-//ProjectCopy//EN\n\(events.joined())END:VCALENDAR\n"
    }

    private func writeData() throws {
      try write(Self.calendar("feed", 1...3), to: "feed.ics")
      let records = [("1", "a"), ("2", "b"), ("3", "b")].map { id, source in
        #"{"id":"\#(id)","source":"\#(source)","title":"Jazz concert \#(id == "3" ? "Two" : "")","#
          + #""start":"2026-03-0\#(id == "3" ? 5 : 4)T19:30:00+08:00"}"#
      }
      try write(records.joined(separator: "\n") + "\n", to: "records.ndjson")
      try write("id,cluster\n1,x\n2,x\n3,y\n", to: "truth.csv")
      for folder in ["labeled", "other"] {
        try write(records.joined(separator: "\n") + "\n", to: "\(folder)/records.jsonl")
        try write("id,cluster\n1,x\n2,x\n3,y\n", to: "\(folder)/truth.csv")
      }
      try write(
        #"{"query":"COM1","expected_id":"com1","accept":[],"campus":"nus"}"# + "\n",
        to: "truth.ndjson")
      let words = ["Arts": "Concert of the string quartet", "Sports": "Basketball final"]
      let labels = (0..<40).map { number in
        let label = number % 2 == 0 ? "Arts" : "Sports"
        return
          #"{"title":"\#(words[label] ?? "") \#(number)","label":"\#(label)","source":"s\#(number % 5)"}"#
      }
      for name in ["labels.jsonl", "more.jsonl"] {
        try write(labels.joined(separator: "\n") + "\n", to: name)
      }
    }
  }

  /// The allowed exit codes of a call, without a network.
  private static func codes(of words: [String]) -> [Int32] {
    switch words.first {
    // The exit code is the state of the copy, not success.
    case "status": [0, 1, 2]
    case "add", "check": words.contains { $0.hasPrefix("https:") } ? [65, 69] : [0]
    // The configuration has no log of submissions.
    case "token": [78]
    default: [0]
    }
  }

  /// The call with relative paths. Samples and live data do not share a folder.
  private static func here(_ words: [String]) -> [String] {
    let call = words.map {
      $0.replacing(/^\/(tmp|etc\/almanac)\//, with: "").replacing(
        "/var/lib/almanac", with: "output")
    }
    return call.contains("--samples") ? call + ["--output", "samples"] : call
  }

  @Test("Every mentioned call has the expected exit code")
  func calls() throws {
    let project = try ProjectCopy()
    var made = 0
    for page in try DocumentPage.all() {
      for words in DocumentPage.calls(in: page.blocks.filter { $0.order == nil }) {
        let call = Self.here(words)
        // A later accepted run ends a hold, so use the copy made before it.
        var folder = call.first == "accept" ? "held" : ""
        if call.first == "init" {
          folder = "new-\(made)"
          try FileManager.default.createDirectory(
            at: try project.url(folder), withIntermediateDirectories: true)
        }
        let answer = try project.almanac(call, in: folder)
        #expect(
          Self.codes(of: call).contains(answer.code),
          "\(page.path): almanac \(call.joined(separator: " ")): \(answer.code)\n\(answer.errors)")
        made += 1
      }
    }
    #expect(made >= 20)
  }
}
