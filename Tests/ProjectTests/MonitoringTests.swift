import AlmanacTestSupport
import Foundation
import Testing

/// The alert rules ask for figures that the program gives, and the image has what the program needs.
@Suite("alerts and containers") struct MonitoringTests {
  /// Names of the series in `metrics.prom` with the values of their labels.
  private static func series(in metrics: String) -> [String: [String: Set<String>]] {
    var series: [String: [String: Set<String>]] = [:]
    for match in metrics.matches(of: /(?m)^([a-z_]+)(?:\{(.*)\})? [0-9.e+-]+$/) {
      var labels = series[String(match.1), default: [:]]
      for label in (match.2 ?? "").matches(of: /([a-z]+)="([^"]*)"/) {
        labels[String(label.1), default: []].insert(String(label.2))
      }
      series[String(match.1)] = labels
    }
    return series
  }

  @Test(
    "docs/run-files.md has every series with its labels, every member of the report, and no other")
  func runFiles() throws {
    let output = try TemporaryFolder()
    let answer = try Program.run(
      Program.almanac, ["run", "--samples", "--output", output.url.path])
    #expect(answer.code == 0, "\(answer.errors)")
    let metrics = try String(
      contentsOf: output.url.appending(path: "run/metrics.prom"), encoding: .utf8)
    let page = try ProjectFiles.text("docs/run-files.md")
    var described: [String: Set<String>] = [:]
    for row in page.matches(of: /(?m)^\| `(almanac_[a-z_]+)` \|([^|]*)\|/) {
      described[String(row.1)] = Set(row.2.matches(of: /`([a-z]+)`/).map { String($0.1) })
    }
    #expect(described == Self.series(in: metrics).mapValues { Set($0.keys) })

    let report = try JSONSerialization.jsonObject(
      with: Data(contentsOf: output.url.appending(path: "run/report.json")))
    let top = try #require(report as? [String: Any])
    let sections = page.components(separatedBy: "\n### ")
    var all = try members(of: top, in: sections.first { $0.contains("## report.json") })
    let lists = [("stages", "A stage"), ("sources", "A source"), ("findings", "A finding")]
    for (list, heading) in lists {
      let first = (top[list] as? [[String: Any]])?.first
      let section = sections.first { $0.hasPrefix("\(heading)\n") }
      all.formUnion(try members(of: #require(first), in: section))
    }
    // Those that are absent where they are unknown.
    let writer = try ProjectFiles.text("Sources/AlmanacPipeline/Report/ReportWriter.swift")
    let written = Set(
      writer.matches(of: /(?:member|key)\("([a-z_]+)"/).map { String($0.1) })
    #expect(all.union(["seen", "accepted", "quarantined"]) == written)
  }

  /// The first cells of the section's table, which must name each member of the object.
  private func members(of object: [String: Any], in section: String?) throws -> Set<String> {
    let text = try #require(section).components(separatedBy: "\n## metrics")[0]
    let rows = text.matches(of: /(?m)^\| (`[^|]+) \|/)
    let members = Set(
      rows.flatMap { $0.1.matches(of: /`([a-z_]+)`/).map { String($0.1) } })
    #expect(Set(object.keys).subtracting(members) == [])
    return members
  }

  @Test("every alert asks for a series that a run writes, by labels that it has")
  func alerts() throws {
    let output = try TemporaryFolder()
    let answer = try Program.run(
      Program.almanac, ["run", "--samples", "--output", output.url.path])
    #expect(answer.code == 0, "\(answer.errors)")
    let series = Self.series(
      in: try String(
        contentsOf: output.url.appending(path: "run/metrics.prom"), encoding: .utf8))
    #expect(series.count > 10)
    let rules = try ProjectFiles.text("deploy/alerts.yaml").components(separatedBy: "- alert: ")
    #expect(rules.count > 9)
    for rule in rules.dropFirst() {
      let name = rule.prefix { $0.isLetter }
      let body = rule.components(separatedBy: "labels:")[0]
      let asked = body.matches(of: /(almanac_[a-z_]+)(?:\{([^}]*)\})?/)
      #expect(!asked.isEmpty, "\(name)")
      for match in asked {
        let labels = try #require(series[String(match.1)], "\(name): \(match.1)")
        for label in (match.2 ?? "").matches(of: /([a-z]+)="([^"]*)"/) {
          #expect(labels[String(label.1)]?.contains(String(label.2)) == true, "\(name): \(label.0)")
        }
      }
      for part in ["expr:", "severity:", "summary:", "remedy:"] {
        #expect(rule.contains(part), "\(name): \(part)")
      }
      if rule.contains("$labels.source") {
        #expect(asked.contains { series[String($0.1)]?["source"] != nil }, "\(name)")
      }
    }
  }

  @Test(
    "Prometheus understands the rules",
    .enabled(if: Program.installed("promtool") != nil, "promtool is not installed"))
  func promtool() throws {
    let promtool = try #require(Program.installed("promtool"))
    let answer = try Program.run(promtool, ["check", "rules", "deploy/alerts.yaml"])
    #expect(answer.code == 0, "\(answer.output)\(answer.errors)")
  }

  /// The packages that an `apt-get install` of the text names, as one after the other does.
  private static func packages(in text: String) -> [Set<Substring>] {
    text.components(separatedBy: "apt-get install -y --no-install-recommends").dropFirst().map {
      let words = ($0.components(separatedBy: "&&").first ?? "").replacing("\\", with: " ")
      return Set(words.split(whereSeparator: \.isWhitespace))
    }
  }

  @Test(
    "the image builds with what 'make setup' installs, and runs with what deploy/README.md names")
  func image() throws {
    let image = try ProjectFiles.text("deploy/Containerfile")
    let make = try ProjectFiles.text("Makefile")
    let wanted = try #require(make.firstMatch(of: /(?m)^packages := ((?:.*\\\n)*.*)$/)?.1)
    let built = Set(
      wanted.replacing("\\", with: " ").split(whereSeparator: \.isWhitespace))
    let installed = Self.packages(in: image)
    try #require(installed.count == 2)
    #expect(installed[0] == built)
    let page = try ProjectFiles.text("deploy/README.md")
    let paragraph = try #require(
      page.components(separatedBy: "it needs `libcurl4`").dropFirst().first)
    let named = paragraph.prefix { $0 != "." }.matches(of: /`([a-z0-9+-]+)`/).map { $0.1 }
    #expect(installed[1] == Set(named).union(["libcurl4"]))
    #expect(image.contains("USER 65532"))
    for word in ["COPY Sources", "COPY config", "COPY Package.swift", "--static-swift-stdlib"] {
      #expect(image.contains(word), "\(word)")
    }
  }

  @Test("the container's command is the unit's, and it may write where that writes only")
  func job() throws {
    let image = try ProjectFiles.text("deploy/Containerfile")
    let job = try ProjectFiles.text("deploy/kubernetes.yaml")
    #expect(
      image.contains(
        #"CMD ["run", "--config", "/etc/almanac/config/almanac.yaml", "--output", "/var/lib/almanac"]"#
      ))
    for word in [
      "--config=/etc/almanac/config/almanac.yaml", "--output=/var/lib/almanac",
      "concurrencyPolicy: Forbid", "readOnlyRootFilesystem: true", "runAsNonRoot: true",
      "runAsUser: 65532", "capabilities: {drop: [ALL]}", "mountPath: /var/lib/almanac",
      "mountPath: /tmp", "schedule: \"30 2 * * *\"",
    ] {
      #expect(job.contains(word), "\(word)")
    }
  }
}
