import AlmanacTestSupport
import Foundation
import Testing

/// The help texts of the commands.
@Suite("Help and completions") struct HelpTests {
  /// Every command and subcommand, as words.
  private static func commands() throws -> [[String]] {
    let answer = try CommandLineTests.almanac("--experimental-dump-help")
    let dump = try ProgramFolder.object(answer.output)
    let root = try #require(dump["command"] as? [String: Any])
    func walk(_ command: [String: Any], _ path: [String]) -> [[String]] {
      let inner = (command["subcommands"] as? [[String: Any]] ?? []).filter {
        $0["commandName"] as? String != "help"
      }
      return inner.flatMap { command -> [[String]] in
        let own = path + [command["commandName"] as? String ?? ""]
        return [own] + walk(command, own)
      }
    }
    return walk(root, [])
  }

  @Test("Every command has an abstract, and an example of itself in its help")
  func examples() throws {
    let commands = try Self.commands()
    #expect(commands.count > 20)
    for command in commands {
      let help = try CommandLineTests.almanac(command + ["--help"])
      #expect(help.code == 0)
      #expect(help.output.hasPrefix("OVERVIEW: "), "\(command)")
      #expect(
        help.output.contains("almanac \(command.joined(separator: " "))")
          && help.output.contains("Example"), "\(command)")
    }
  }

  @Test("The manual page has every command; 'make docs' writes it")
  func manual() throws {
    let page = try ProjectFiles.text("docs/almanac.1")
    for command in try Self.commands() {
      // A subcommand is listed below its command by its own name.
      #expect(page.contains(" \(command.last ?? "")\n"), "\(command)")
    }
  }

  @Test("Help texts of options have at most 12 words")
  func short() throws {
    let answer = try CommandLineTests.almanac("--experimental-dump-help")
    for match in answer.output.matches(of: /"abstract" : "([^"]*)"/) {
      let words = match.1.split(separator: " ").count
      #expect(words <= 12, "\(match.1)")
    }
  }

  @Test("A mistyped command is answered with the nearest one")
  func suggests() throws {
    for (word, command) in [("qurey", "query"), ("stauts", "status"), ("dedupe", "known are run")] {
      let answer = try CommandLineTests.almanac(word)
      #expect(answer.code == 64)
      #expect(answer.errors.contains("there is no command '\(word)'"), "\(answer.errors)")
      #expect(answer.errors.contains(command), "\(answer.errors)")
    }
    let help = try CommandLineTests.almanac("help", "qurey")
    #expect(help.code == 64 && help.errors.contains("did you mean 'query'?"), "\(help.errors)")
  }

  @Test("Former names of options and commands still work")
  func former() throws {
    let folder = try TemporaryFolder()
    let output = ["--output", folder.url.path]
    _ = try CommandLineTests.almanac(["run", "--samples"] + output)
    for (old, new) in [
      (["query", "--weather", "Kent Ridge"], ["weather", "Kent Ridge"]),
      (["query", "--days", "--on", "2026-03-06"], ["days", "--on", "2026-03-06"]),
      (
        ["query", "--near", "1.2949,103.7739", "--within", "60"],
        ["query", "--near", "1.2949,103.7739", "--radius", "60"]
      ),
      (["review", "--places", "--json"], ["review", "places", "-j"]),
    ] {
      let (before, after) = try (
        CommandLineTests.almanac(old + output), CommandLineTests.almanac(new + output)
      )
      #expect(before.code == 0 && after.code == 0, "\(before.errors)\(after.errors)")
      #expect(!before.output.isEmpty && before.output == after.output, "\(old)")
    }
  }

  @Test("The environment names configuration and output folder, and options override it")
  func environment() throws {
    let fixture = try CampusFixture.empty()
    try fixture.add("calendar", CampusFixture.calendar(), file: "feed.ics")
    let script = """
      export ALMANAC_CONFIG="$1/config/almanac.yaml" ALMANAC_OUTPUT="$1/there"
      cd / && "$0" run -q --now 2026-03-02 && "$0" status --now 2026-03-02 -j && "$0" status -o "$1/none"
      """
    let answer = try Program.run(
      URL(filePath: "/bin/bash"), ["-c", script, Program.almanac.path, fixture.folder.url.path])
    #expect(answer.code == 65, "\(answer.errors)")
    #expect(answer.output.contains(#""schema":"almanac.status/2""#), "\(answer.output)")
  }

  @Test("Completions are generated for each shell", arguments: ["bash", "zsh", "fish"])
  func completions(shell: String) throws {
    let script = try CommandLineTests.almanac("--generate-completion-script", shell)
    #expect(script.code == 0)
    for command in ["doctor", "query", "rollback"] { #expect(script.output.contains(command)) }
    guard let bash = Program.installed("bash"), shell == "bash" else { return }
    let read = try Program.run(bash, ["-n"], input: script.output)
    #expect(read.code == 0 && read.errors.isEmpty, "\(read.errors)")
  }
}
