import AlmanacTestSupport
import Foundation
import Testing

/// What stands in deploy/ works with the program that was built.
@Suite("the nightly schedule") struct DeploymentTests {
  private static let service = "deploy/almanac.service"
  private static let timer = "deploy/almanac.timer"

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

  /// A machine of its own: the project's configuration under etc/almanac, as deploy/README.md says.
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

  private static func hasEdition(_ machine: TemporaryFolder) -> Bool {
    let manifest = machine.url.appending(path: "var/almanac/latest/manifest.json")
    return FileManager.default.fileExists(atPath: manifest.path)
  }

  @Test("the unit's command publishes, from another folder than the configuration's")
  func runsService() throws {
    let machine = try Self.machine()
    let command = try #require(try Self.values("ExecStart", in: Self.service).first)
    #expect(command.hasPrefix("/usr/local/bin/almanac run "))
    #expect(command.hasSuffix(" $ALMANAC_OPTIONS"))
    let words = Self.moved(command, to: machine).replacing("$ALMANAC_OPTIONS", with: "--samples")
      .split(separator: " ").map(String.init)
    let answer = try Program.run(
      URL(filePath: words[0]), Array(words.dropFirst()), in: URL(filePath: "/"))
    #expect(answer.code == 0, "\(answer.errors)")
    #expect(Self.hasEdition(machine))
  }

  @Test("the crontab line has five fields that cron understands, and its command publishes")
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
    #expect(answer.errors.isEmpty, "a good night sends no mail: \(answer.errors)")
    #expect(Self.hasEdition(machine))
  }

  @Test("every exit code is either tried again, a success or left for a person")
  func exitCodes() throws {
    let source = try ProjectFiles.text("Sources/AlmanacPipeline/Run/ExitCode.swift")
    let codes = Set(source.matches(of: /case \S+ = (\d+)/).map { String($0.1) })
    #expect(codes.count > 8)
    func words(_ key: String) throws -> Set<String> {
      Set(
        try Self.values(key, in: Self.service).joined(separator: " ").split(separator: " ")
          .map(String.init))
    }
    let final = try words("RestartPreventExitStatus")
    let successes = try words("SuccessExitStatus")
    #expect(final.isDisjoint(with: successes))
    // 2 is of 'status', not of a run.
    #expect(codes.subtracting(final).subtracting(successes) == ["0", "2", "69", "75"])
    #expect(final.union(successes).isSubset(of: codes))
    let page = try ProjectFiles.text("deploy/README.md")
    for code in codes.subtracting(["2"]) {
      #expect(page.contains(try Regex("\\n\\| [^|]*\\b\(code)\\b[^|]* \\|")), "\(code)")
    }
  }

  @Test("the timer comes every night, and after a night that was slept through")
  func timer() throws {
    #expect(try Self.values("OnCalendar", in: Self.timer) == ["*-*-* 02:30:00"])
    #expect(try Self.values("Persistent", in: Self.timer) == ["yes"])
    #expect(try Self.values("FixedRandomDelay", in: Self.timer) == ["yes"])
    #expect(try Self.values("WantedBy", in: Self.timer) == ["timers.target"])
  }

  @Test("'make install' puts the executable and units that name it where it is told")
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
    let files = try folder.contents(of: "opt/tools")
    #expect(
      files.keys.sorted() == [
        "bin/almanac", "lib/systemd/system/almanac.service", "lib/systemd/system/almanac.timer",
        "lib/sysusers.d/almanac.conf", "share/bash-completion/completions/almanac",
        "share/fish/vendor_completions.d/almanac.fish", "share/man/man1/almanac.1",
        "share/zsh/site-functions/_almanac",
      ])
    let unit = String(decoding: files["lib/systemd/system/almanac.service"] ?? [], as: UTF8.self)
    #expect(unit.contains("\nExecStart=/opt/tools/bin/almanac run "))
    let installed = folder.url.appending(path: "opt/tools/bin/almanac")
    #expect(FileManager.default.isExecutableFile(atPath: installed.path))
  }

  @Test(
    "systemd understands the units, and finds them closed but for the network",
    .enabled(if: Program.installed("systemd-analyze") != nil, "systemd-analyze is not installed"))
  func systemd() throws {
    let analyze = try #require(Program.installed("systemd-analyze"))
    let folder = try TemporaryFolder()
    // It wants to find the executable.
    for unit in [Self.service, Self.timer] {
      let text = try ProjectFiles.text(unit)
        .replacing("/usr/local/bin/almanac", with: Program.almanac.path)
      try folder.write(text, to: URL(filePath: unit).lastPathComponent)
    }
    let units = ["almanac.service", "almanac.timer"].map { folder.url.appending(path: $0).path }
    let verified = try Program.run(analyze, ["verify"] + units)
    #expect(verified.code == 0, "\(verified.errors)")
    #expect(verified.errors.isEmpty, "\(verified.errors)")
    // The threshold is in tenths: 1.5 of 10.
    let security = try Program.run(
      analyze, ["security", "--offline=true", "--threshold=15", "--no-pager", units[0]])
    #expect(security.code == 0, "\(security.output.suffix(200))\(security.errors)")
    #expect(security.output.contains("Overall exposure level"))
  }
}
