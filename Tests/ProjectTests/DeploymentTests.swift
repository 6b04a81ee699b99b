import AlmanacTestSupport
import Foundation
import Testing

/// Tests the files in deploy/ with the built program.
@Suite("Deployment files") struct DeploymentTests {
  private static let service = "deploy/almanac.service"
  private static let timer = "deploy/almanac.timer"
  /// The two units of a run, of which only the first has network access.
  private static let fetch = "deploy/almanac-fetch.service"
  private static let publish = "deploy/almanac-publish.service"

  /// The values of a key of a unit, in their order.
  private static func values(_ key: String, in unit: String) throws -> [String] {
    try ProjectFiles.text(unit).split(separator: "\n").filter { $0.hasPrefix("\(key)=") }
      .map { String($0.dropFirst(key.count + 1)) }
  }

  /// The lines of the example crontab.
  private static func crontab() throws -> [Substring] {
    let parts = try ProjectFiles.text("deploy/README.md").components(separatedBy: "```")
    let block = try #require(parts.first { $0.hasPrefix("crontab\n") })
    return block.split(separator: "\n").dropFirst().map { $0 }
  }

  /// A machine of its own: the project's configuration under etc/almanac, as in deploy/README.md.
  private static func machine() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    for name in ["config", "feeds"] {
      let there = folder.url.appending(path: "etc/almanac").appending(path: name)
      try FileManager.default.createDirectory(
        at: there.deletingLastPathComponent(), withIntermediateDirectories: true)
      try FileManager.default.copyItem(at: ProjectFiles.url(name), to: there)
    }
    return folder
  }

  /// The command with the places of that machine in the stead of the real ones.
  private static func moved(_ command: String, to machine: TemporaryFolder) -> String {
    command.replacing("/usr/local/bin/almanac", with: Program.almanac.path)
      .replacing("/etc/almanac", with: machine.url.path + "/etc/almanac")
      .replacing("%S", with: machine.url.path + "/var")
      .replacing("/var/lib", with: machine.url.path + "/var")
  }

  /// Runs what the unit starts, with further options in the stead of its variable for them.
  private static func start(_ unit: String, on machine: TemporaryFolder) throws -> Program.Answer {
    let command = try #require(try values("ExecStart", in: unit).first)
    #expect(command.hasPrefix("/usr/local/bin/almanac run "))
    let options = try #require(command.firstMatch(of: /\x20\$ALMANAC_[A-Z_]+$/))
    let environment = try values("Environment", in: unit).joined(separator: " ")
    #expect(environment.contains("\(options.0.dropFirst(2))="), "\(unit)")
    let words = moved(command, to: machine).replacing(String(options.0), with: " --samples")
      .split(separator: " ").map(String.init)
    return try Program.run(
      URL(filePath: words[0]), Array(words.dropFirst()), in: URL(filePath: "/"))
  }

  private static func hasEdition(_ machine: TemporaryFolder) -> Bool {
    let manifest = machine.url.appending(path: "var/almanac/latest/manifest.json")
    return FileManager.default.fileExists(atPath: manifest.path)
  }

  @Test("The unit's command publishes from another folder than the configuration's")
  func runsService() throws {
    let machine = try Self.machine()
    let answer = try Self.start(Self.service, on: machine)
    #expect(answer.code == 0, "\(answer.errors)")
    #expect(Self.hasEdition(machine))
  }

  @Test(
    "The two units give the same edition as the single one; the first starts the second only on success"
  )
  func runsHalves() throws {
    let machine = try Self.machine()
    let first = try Self.start(Self.fetch, on: machine)
    #expect(first.code == 0, "\(first.errors)")
    #expect(!Self.hasEdition(machine))
    let second = try Self.start(Self.publish, on: machine)
    #expect(second.code == 0, "\(second.errors)")
    #expect(Self.hasEdition(machine))
    #expect(second.output.contains("144 events"))
    #expect(try Self.values("OnSuccess", in: Self.fetch) == ["almanac-publish.service"])
    #expect(try Self.values("SuccessExitStatus", in: Self.fetch) == [])
    #expect(try Self.values("PrivateNetwork", in: Self.publish) == ["yes"])
    #expect(try Self.values("RestrictAddressFamilies", in: Self.publish) == ["AF_UNIX"])
    let page = try ProjectFiles.text("deploy/README.md")
    #expect(page.contains("[Timer]\nUnit=almanac-fetch.service\n"))
  }

  @Test("The crontab line has five valid fields, and its command publishes")
  func runsCrontab() throws {
    let lines = try Self.crontab()
    let settings = lines.filter { $0.wholeMatch(of: /[A-Z]+=\S+/) != nil }
    let entries = lines.filter { $0.wholeMatch(of: /[A-Z]+=\S+/) == nil }
    #expect(settings.contains { $0.hasPrefix("MAILTO=") })
    let entry = try #require(entries.count == 1 ? entries.first : nil)
    let fields = entry.split(separator: " ", maxSplits: 5).map(String.init)
    try #require(fields.count == 6)
    let ranges = [0...59, 0...23, 1...31, 1...12, 0...7]
    for (field, range) in zip(fields, ranges) {
      #expect(field == "*" || Int(field).map(range.contains) == true, "\(field)")
    }
    // cron ends the command at an unescaped per cent sign (crontab(5)).
    #expect(!fields[5].contains("%"))
    let machine = try Self.machine()
    let command = Self.moved(fields[5], to: machine).replacing(" >", with: " --samples >")
    let answer = try Program.run(
      URL(filePath: "/bin/sh"), ["-c", command], in: URL(filePath: "/"))
    #expect(answer.code == 0)
    #expect(answer.output.isEmpty)
    #expect(answer.errors.isEmpty, "a successful run sends no mail: \(answer.errors)")
    #expect(Self.hasEdition(machine))
  }

  @Test("The timer runs daily, and after the machine was off")
  func timer() throws {
    #expect(try Self.values("OnCalendar", in: Self.timer) == ["*-*-* 02:30:00"])
    #expect(try Self.values("Persistent", in: Self.timer) == ["yes"])
    #expect(try Self.values("FixedRandomDelay", in: Self.timer) == ["yes"])
    #expect(try Self.values("WantedBy", in: Self.timer) == ["timers.target"])
  }

  @Test("'make install' installs the executable and its units under the given prefix")
  func installs() throws {
    let make = try #require(Program.installed("make"))
    let folder = try TemporaryFolder()
    let answer = try Program.run(
      make,
      [
        "install", "release=\(Program.almanac.path)", "DESTDIR=\(folder.url.path)",
        "PREFIX=/opt/tools",
      ])
    #expect(answer.code == 0, "\(answer.errors)")
    var files = try folder.contents(of: "opt/tools")
    for folder in ["platforms", "schema"] {
      let names = try FileManager.default.contentsOfDirectory(
        atPath: ProjectFiles.url("config/\(folder)").path)
      for name in names where name.contains(".") {
        #expect(files.removeValue(forKey: "share/almanac/\(folder)/\(name)") != nil)
      }
    }
    #expect(
      files.keys.sorted() == [
        "bin/almanac", "lib/systemd/system/almanac-fetch.service",
        "lib/systemd/system/almanac-publish.service", "lib/systemd/system/almanac.service",
        "lib/systemd/system/almanac.timer", "lib/sysusers.d/almanac.conf",
        "share/almanac/categories.yaml", "share/almanac/weather.yaml",
        "share/bash-completion/completions/almanac",
        "share/fish/vendor_completions.d/almanac.fish", "share/man/man1/almanac.1",
        "share/zsh/site-functions/_almanac",
      ])
    for name in ["almanac", "almanac-fetch", "almanac-publish"] {
      let bytes = files["lib/systemd/system/\(name).service"] ?? []
      let unit = String(decoding: bytes, as: UTF8.self)
      #expect(unit.contains("\nExecStart=/opt/tools/bin/almanac run "))
    }
    let installed = folder.url.appending(path: "opt/tools/bin/almanac")
    #expect(FileManager.default.isExecutableFile(atPath: installed.path))
  }

  @Test(
    "Systemd understands the units, and finds them closed but for the network",
    .enabled(if: Program.installed("systemd-analyze") != nil, "systemd-analyze is not installed"))
  func systemd() throws {
    let analyze = try #require(Program.installed("systemd-analyze"))
    let folder = try TemporaryFolder()
    let units = [Self.service, Self.fetch, Self.publish, Self.timer]
    // It wants to find the executable.
    for unit in units {
      let text = try ProjectFiles.text(unit)
        .replacing("/usr/local/bin/almanac", with: Program.almanac.path)
      try folder.write(text, to: URL(filePath: unit).lastPathComponent)
    }
    let paths = units.map { folder.url.appending(path: URL(filePath: $0).lastPathComponent).path }
    let verified = try Program.run(analyze, ["verify"] + paths)
    #expect(verified.code == 0, "\(verified.errors)")
    #expect(verified.errors.isEmpty, "\(verified.errors)")
    // The threshold is in tenths: 1.5 of 10 with network, 0.5 without.
    for (path, threshold) in zip(paths, [15, 15, 5]) {
      let security = try Program.run(
        analyze, ["security", "--offline=true", "--threshold=\(threshold)", "--no-pager", path])
      #expect(security.code == 0, "\(path): \(security.output.suffix(200))\(security.errors)")
      #expect(security.output.contains("Overall exposure level"))
    }
  }

  @Test("The Containerfile installs all packages that the Makefile names for building")
  func containerPackages() throws {
    let makefile = try ProjectFiles.text("Makefile").replacing("\\\n", with: " ")
    func packages(_ name: String) throws -> [Substring] {
      let line = makefile.split(separator: "\n").first { $0.hasPrefix("\(name) := ") }
      return try #require(line).split(separator: " ").dropFirst(2).map { $0 }
    }
    let stages = try ProjectFiles.text("deploy/Containerfile").components(separatedBy: "\nFROM ")
    let installed = Set(try #require(stages.dropFirst().first).split { $0 == " " || $0 == "\n" })
    let needed = try packages("packages") + packages("package_packages") + ["make"]
    #expect(needed.count > 8)
    #expect(needed.filter { !installed.contains($0) } == [])
  }

  @Test(
    "Prometheus understands the alert rules",
    .enabled(if: Program.installed("promtool") != nil, "promtool is not installed"))
  func promtool() throws {
    let promtool = try #require(Program.installed("promtool"))
    let answer = try Program.run(promtool, ["check", "rules", "deploy/alerts.yaml"])
    #expect(answer.code == 0, "\(answer.output)\(answer.errors)")
  }
}
