import AlmanacFiles
import AlmanacIngest
import AlmanacModel
import AlmanacPublish
import AlmanacStore
public import AlmanacTime
public import Foundation
import Logging

/// Looks at the machine and at what the runs left: the content of `almanac doctor`.
public struct Doctor: Sendable {
  public enum Verdict: String, Sendable { case ok, warn, fail }

  public struct Line: Sendable {
    public var name: String
    public var verdict: Verdict
    /// What was found.
    public var finding: String
    /// What to do; nil where all is well.
    public var remedy: String?
  }

  /// Free space that a run wants, in times of the latest edition, and at least.
  private static let room = (editions: 3, bytes: 200_000_000)
  /// The oldest versions that are known to do what is asked of them here.
  private static let oldest = [
    "libxml2": [2, 9, 10], "libcurl": [7, 74, 0], "zlib": [1, 2, 11], "sqlite": [3, 37, 0],
  ]
  /// Seconds that clocks may differ.
  private static let skew = 120

  private let configuration: URL
  private let output: OutputFolder
  private let now: Instant
  private let isOffline: Bool
  private let environment: [String: String]

  public init(
    configuration: URL, output: URL, now: Instant, isOffline: Bool,
    environment: [String: String]
  ) {
    self.configuration = configuration
    self.output = OutputFolder(url: output)
    self.now = now
    self.isOffline = isOffline
    self.environment = environment
  }

  /// In a fixed order; what can't be looked at is a failure with its reason.
  public func examine() async -> [Line] {
    var lines: [Line] = []
    let samples = (try? output.workspace().setting("kind")) == "samples"
    let (settings, mistakes) = SettingsLoader(zones: .system, samples: samples)
      .check(configuration)
    lines.append(configurationLine(settings, mistakes))
    lines.append(zoneLine)
    lines.append(contentsOf: libraryLines)
    lines.append(outputLine)
    lines.append(diskLine)
    lines.append(lockLine)
    lines.append(contentsOf: workspaceLines)
    lines.append(editionLine(samples: samples))
    lines.append(leafletLine(settings))
    lines.append(contentsOf: await networkLines(settings))
    return lines
  }

  private func ok(_ name: String, _ finding: String) -> Line {
    Line(name: name, verdict: .ok, finding: finding)
  }

  private func warn(_ name: String, _ finding: String, _ remedy: String) -> Line {
    Line(name: name, verdict: .warn, finding: finding, remedy: remedy)
  }

  private func fail(_ name: String, _ finding: String, _ remedy: String) -> Line {
    Line(name: name, verdict: .fail, finding: finding, remedy: remedy)
  }

  /// What the body finds, or a failure where it throws.
  private func line(_ name: String, _ remedy: String, _ body: () throws -> Line) -> Line {
    do {
      return try body()
    } catch {
      return fail(name, "\(error)", remedy)
    }
  }
}

extension Doctor {
  private func configurationLine(_ settings: Settings?, _ mistakes: [ConfigurationError]) -> Line {
    if let first = mistakes.first {
      let more = mistakes.count > 1 ? " and \(mistakes.count - 1) more" : ""
      return fail("configuration", "\(first)\(more)", "run 'almanac check' and correct them")
    }
    let count = settings?.sources.count ?? 0
    return ok("configuration", "\(configuration.path), \(count) sources")
  }

  private var zoneLine: Line {
    ZoneDatabase.system.isAvailable
      ? ok("tzdata", "version \(ZoneDatabase.system.version)")
      : fail("tzdata", "the system has no time zone data", "install the package tzdata")
  }

  private var libraryLines: [Line] {
    var versions = LibraryVersions.running()
    do {
      versions.append(("sqlite", try Workspace.libraryVersion()))
    } catch {
      return [fail("sqlite", "\(error)", "install SQLite 3.37 or newer")]
    }
    return versions.map { name, version in
      let numbers = version.split(separator: ".").map { Int($0.prefix { $0.isNumber }) ?? 0 }
      let oldest = Self.oldest[name] ?? []
      guard numbers.lexicographicallyPrecedes(oldest) else { return ok(name, version) }
      let wanted = oldest.map(String.init).joined(separator: ".")
      return warn(
        name, "\(version) is older than \(wanted), which is what this was tried with",
        "upgrade the system's \(name)")
    }
  }

  /// Whether a run could write there.
  private var outputLine: Line {
    let folder = output.url
    let remedy = "give the user that runs almanac the folder, or name another with --output"
    return line("output", remedy) {
      var existing = folder
      while !FileManager.default.fileExists(atPath: existing.path), existing.path != "/" {
        existing.deleteLastPathComponent()
      }
      guard existing == folder else {
        return FileManager.default.isWritableFile(atPath: existing.path)
          ? ok("output", "\(folder.path) will be made by the first run")
          : fail("output", "\(existing.path) can't be written to", remedy)
      }
      let probe = folder.appending(path: DurableFile.temporaryPrefix + "doctor")
      try DurableFile.create(Array("doctor".utf8), at: probe)
      try FileManager.default.removeItem(at: probe)
      return ok("output", "\(folder.path) can be written to")
    }
  }

  private var diskLine: Line {
    line("disk", "look at the disk of \(output.url.path)") {
      var folder = output.url
      while !FileManager.default.fileExists(atPath: folder.path), folder.path != "/" {
        folder.deleteLastPathComponent()
      }
      let facts = try FileManager.default.attributesOfFileSystem(forPath: folder.path)
      let free = (facts[.systemFreeSize] as? NSNumber)?.int64Value ?? 0
      let edition = Int64((try? EditionArchive(output: output.url).latest?.bytes) ?? 0)
      let wanted = max(Int64(Self.room.bytes), edition * Int64(Self.room.editions))
      let text = "\(Self.megabytes(free)) free, \(Self.megabytes(wanted)) are wanted"
      let remedy = "make room, or run 'almanac prune'"
      if free < wanted / 4 { return fail("disk", text, remedy) }
      return free < wanted ? warn("disk", text, remedy) : ok("disk", text)
    }
  }

  private static func megabytes(_ bytes: Int64) -> String {
    "\((Double(bytes) / 1_000_000).rounded() >= 1 ? Int((Double(bytes) / 1_000_000).rounded()) : 1) MB"
  }

  private var lockLine: Line {
    let file = output.workspaceFolder.appending(path: "lock")
    guard FileManager.default.fileExists(atPath: file.path) else {
      return ok("lock", "nothing has run here yet")
    }
    return line("lock", "check who owns \(file.path)") {
      try FileLock(at: file) == nil
        ? warn("lock", "a run is at work now", "wait for it to end, if it should not be")
        : ok("lock", "no run is at work")
    }
  }

  private var workspaceLines: [Line] {
    let folder = output.workspaceFolder
    guard FileManager.default.fileExists(atPath: folder.path) else {
      return [ok("workspace", "nothing has run here yet")]
    }
    let remedy =
      "move \(folder.path) away and run again: ids come back from the edition"
    let sound = line("workspace", remedy) {
      let damage = try output.workspace().damage()
      return damage.isEmpty
        ? ok("workspace", "SQLite finds it sound")
        : fail("workspace", damage.prefix(3).joined(separator: "; "), remedy)
    }
    guard sound.verdict == .ok else { return [sound] }
    let bodies = line("captures", remedy) {
      let workspace = try output.workspace()
      let named = try workspace.captureDigests()
      let missing = named.subtracting(try workspace.bodies.digests())
      if let first = missing.sorted().first {
        return fail(
          "captures", "\(missing.count) of \(named.count) bodies are missing, such as \(first)",
          remedy)
      }
      let newest = Set(try workspace.captures().suffix(200).map(\.sha256)).sorted()
      for digest in newest {
        let body = try workspace.bodies.body(sha256: digest)
        guard Fingerprint.digest(of: body) == digest else {
          return fail("captures", "the body \(digest) is not what was retrieved", remedy)
        }
      }
      return ok("captures", "\(named.count) bodies are there, the newest \(newest.count) unharmed")
    }
    return [sound, bodies]
  }

  private func editionLine(samples: Bool) -> Line {
    line("edition", "run 'almanac run' to publish another") {
      guard let latest = try StatusReport.latest(output.url) else {
        return warn("edition", "nothing is published yet", "run 'almanac run'")
      }
      let age = now.seconds(since: latest.at)
      if age < -Self.skew, !samples {
        return fail(
          "edition", "\(latest.name) is of \(latest.at.rfc3339), which is yet to come",
          "set this machine's clock, or publish without --now")
      }
      if age > 30 * 3_600, !samples {
        return warn(
          "edition", "\(latest.name) is \(age / 3_600) h old",
          "see whether the timer is on: systemctl list-timers almanac.timer")
      }
      return ok("edition", "\(latest.name), of \(latest.at.rfc3339)")
    }
  }

  private func leafletLine(_ settings: Settings?) -> Line {
    let folder = (settings?.publishing ?? Settings.Publishing()).leaflet
    let isThere = ["leaflet.min.js", "leaflet.js"].contains {
      FileManager.default.isReadableFile(atPath: folder.appending(path: $0).path)
    }
    return isThere
      ? ok("leaflet", folder.path)
      : warn(
        "leaflet", "\(folder.path) has no leaflet.js, so that the page has no map",
        "install libjs-leaflet, or name its folder under 'publish: leaflet'")
  }
}

extension Doctor {
  /// Names that are looked up, and one server that is asked for the time.
  private func networkLines(_ settings: Settings?) async -> [Line] {
    let urls = (settings?.sources ?? []).compactMap { source -> URL? in
      source.url.flatMap {
        URL(string: $0.replacing(/^webcal:/, with: "https:").replacing(/[{}]/, with: ""))
      }
    }
    let hosts = Set(urls.compactMap { $0.host() }).sorted()
    guard !isOffline else {
      return [ok("network", "not looked at, because of --offline"), ok("clock", "not looked at")]
    }
    guard let first = hosts.first, let settings else {
      return [
        ok("network", "no source is of the web"),
        ok("clock", "\(now.rfc3339); no server to compare it with"),
      ]
    }
    let unknown = hosts.prefix(20).filter { !Self.resolves($0) }
    var lines: [Line] = []
    if unknown.count == min(20, hosts.count) {
      return [
        fail(
          "network", "no name can be looked up, such as \(first)",
          "check /etc/resolv.conf and this machine's network"),
        warn("clock", "no server can be asked", "check the network first"),
      ]
    }
    lines.append(
      unknown.isEmpty
        ? ok("network", "\(hosts.count) hosts can be looked up")
        : warn(
          "network",
          "\(unknown.count) of \(hosts.count) hosts can't be looked up: "
            + unknown.prefix(5).joined(separator: ", "),
          "correct their 'url' in feed.yaml, or ask their publishers"))
    lines.append(await clockLine(settings, asking: hosts.first { !unknown.contains($0) } ?? first))
    return lines
  }

  private static func resolves(_ host: String) -> Bool {
    var found: UnsafeMutablePointer<addrinfo>?
    defer { if let found { freeaddrinfo(found) } }
    return getaddrinfo(host, nil, nil, &found) == 0
  }

  /// Asks a server that is asked every night anyway, and reads its clock (RFC 9110 section 6.6.1).
  private func clockLine(_ settings: Settings, asking host: String) async -> Line {
    let client = HTTPClient.curl(userAgent: settings.fetching.userAgent)
    var request = HTTPRequest(url: "https://\(host)/robots.txt")
    request.totalTimeout = .seconds(10)
    request.maxBodyBytes = 1 << 20
    do throws(HTTPFailure) {
      let answer = try await client.send(request)
      let own = Int(now.secondsSinceEpoch)
      guard let seconds = answer.serverTime(now: own) else {
        return ok("clock", "\(now.rfc3339); \(host) does not say its own")
      }
      let skew = own - seconds
      return abs(skew) <= Self.skew
        ? ok("clock", "within \(Self.skew) s of that of \(host), which answers over TLS")
        : fail(
          "clock", "\(abs(skew)) s \(skew > 0 ? "ahead of" : "behind") that of \(host)",
          "let timedatectl set it: timedatectl set-ntp true")
    } catch {
      return warn(
        "clock", "\(host) does not answer over TLS: \(error)",
        "check the network, certificates (ca-certificates) and the clock")
    }
  }
}

extension Doctor {
  public static func exitCode(of lines: [Line]) -> ExitCode {
    lines.contains { $0.verdict == .fail } ? .degraded : .published
  }

  public static func text(of lines: [Line], style: TerminalStyle = .plain) -> String {
    let width = lines.map(\.name.count).max() ?? 0
    return lines.map { line in
      let tint: TerminalStyle.Tint =
        switch line.verdict {
        case .ok: .good
        case .warn: .warning
        case .fail: .error
        }
      let verdict = line.verdict.rawValue
      let padding = String(repeating: " ", count: 5 - verdict.count)
      let name = line.name.padding(toLength: width, withPad: " ", startingAt: 0)
      let remedy = line.remedy.map { "; \($0)" } ?? ""
      return style.tinted(verdict, tint) + padding + name + "  "
        + TerminalText.oneLine(line.finding + remedy)
    }.joined(separator: "\n")
  }

  public static func json(of lines: [Line]) -> String {
    var json = JSONWriter()
    json.beginObject()
    json.member("schema", "almanac.doctor/1")
    json.member("exit", Int(exitCode(of: lines).rawValue))
    json.key("checks")
    json.beginArray()
    for line in lines {
      json.beginObject()
      json.member("name", line.name)
      json.member("verdict", line.verdict.rawValue)
      json.member("finding", line.finding)
      json.member("remedy", line.remedy)
      json.endObject()
    }
    json.endArray()
    json.endObject()
    return json.text
  }
}
