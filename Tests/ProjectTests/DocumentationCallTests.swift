import AlmanacTestSupport
import Foundation
import Testing

/// Tests the commands in blocks without a `run` mark, which need a network or a failure. Each must have
/// the expected exit code.
@Suite("Calls that pages mention") struct DocumentationCallTests {
  /// A folder with the project's configuration, the samples as its sources, and two runs.
  ///
  /// In the second run, two sources list only one of thirty events, so they are held. `held` is a
  /// copy of the folder.
  private static func project() throws -> PageShell {
    let project = try PageShell("project")
    func prepare(_ command: String) throws {
      let answer = try project.type(command)
      try #require(answer.code == 0, "\(answer.errors)")
    }
    try prepare(
      """
      sed -i 's/^window: {past: 30d/window: {past: 3000d/' config/almanac.yaml
      for sample in feeds/*/sample.*; do
        sed -i "s|^url: .*|path: ${sample##*/}|" "${sample%/*}/feed.yaml"
      done
      """)
    for (days, now) in [(1...30, "2026-03-02T12:00:00Z"), (30...30, "2026-03-03T12:00:00Z")] {
      for source in ["physics", "choir"] {
        try project.folder.write(
          "campus: nus\npath: sample.ics\n", to: "feeds/\(source)/feed.yaml")
        try project.folder.write(calendar(source, days), to: "feeds/\(source)/sample.ics")
      }
      try prepare("almanac run --now \(now)")
    }
    try prepare("mkdir held && cp -r config feeds output held")
    let record = #"{"id":"1","source":"a","title":"Jazz","start":"2026-03-04T19:30:00+08:00"}"#
    try project.folder.write(record, to: "records.ndjson")
    return project
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
    return "BEGIN:VCALENDAR\nVERSION:2.0\nPRODID:-//Calls//EN\n\(events.joined())END:VCALENDAR\n"
  }

  /// The allowed exit codes of a call, without a network.
  private static func codes(of call: String) -> [Int32] {
    switch call.prefix(while: { $0 != " " }) {
    case "status": [0, 1, 2]
    case "add", "check": call.contains(" https:") ? [65, 69] : [0]
    // The project has no log of submissions.
    case "token": [78]
    default: [0]
    }
  }

  /// The call with relative paths. Samples and live data do not share an output folder.
  private static func here(_ call: String) -> String {
    let call = call.replacing(/\x20\/(tmp|etc\/almanac)\//, with: " ")
      .replacing("/var/lib/almanac", with: "output")
    return call.contains("--samples") ? call + " --output samples" : call
  }

  @Test("Every mentioned call has the expected exit code")
  func calls() throws {
    let project = try Self.project()
    var made = 0
    for page in try DocumentPage.all() {
      for call in DocumentPage.calls(in: page.blocks.filter { $0.order == nil }).map(Self.here) {
        // A later accepted run ends a hold, so use the copy made before it.
        let folder =
          call.hasPrefix("accept ") ? "held" : call.hasPrefix("init ") ? "new-\(made)" : "."
        let answer = try project.type("mkdir -p \(folder) && cd \(folder) && almanac \(call)")
        #expect(
          Self.codes(of: call).contains(answer.code),
          "\(page.path): almanac \(call): \(answer.code)\n\(answer.errors)")
        made += 1
      }
    }
    #expect(made >= 20)
  }
}
