import AlmanacTestSupport
import Foundation
import Testing

/// What the commands say of themselves.
@Suite("help, manual and completions") struct HelpTests {
  /// Every verb and every verb below it, as words.
  private static func verbs() throws -> [[String]] {
    let answer = try CommandLineTests.almanac("--experimental-dump-help")
    let dump = try Desk.object(answer.output)
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

  @Test("every verb has an abstract, and an example of itself in its help")
  func examples() throws {
    let verbs = try Self.verbs()
    #expect(verbs.count > 20)
    for verb in verbs {
      let help = try CommandLineTests.almanac(verb + ["--help"])
      #expect(help.code == 0)
      #expect(help.output.hasPrefix("OVERVIEW: "), "\(verb)")
      #expect(
        help.output.contains("almanac \(verb.joined(separator: " "))")
          && help.output.contains("Example"), "\(verb)")
    }
  }

  @Test("the manual page has every verb, and man(7) understands it")
  func manual() throws {
    let page = try CommandLineTests.almanac("manual")
    #expect(page.code == 0)
    for verb in try Self.verbs() {
      #expect(
        page.output.contains(
          ".SS almanac \(verb.joined(separator: " "))".replacing("-", with: "\\-")),
        "\(verb)")
    }
    for section in [".SH NAME", ".SH EXIT STATUS", ".SH FILES"] {
      #expect(page.output.contains(section))
    }
    guard let groff = Program.installed("groff") ?? Program.installed("nroff") else { return }
    let read = try Program.run(groff, ["-man", "-Tascii", "-ww"], input: page.output)
    #expect(read.code == 0)
    #expect(read.errors.isEmpty, "\(read.errors.prefix(400))")
  }

  @Test("completions are generated for each shell", arguments: ["bash", "zsh", "fish"])
  func completions(shell: String) throws {
    let script = try CommandLineTests.almanac("--generate-completion-script", shell)
    #expect(script.code == 0)
    for verb in ["doctor", "replay", "rollback"] { #expect(script.output.contains(verb)) }
    guard let bash = Program.installed("bash"), shell == "bash" else { return }
    let read = try Program.run(bash, ["-n"], input: script.output)
    #expect(read.code == 0 && read.errors.isEmpty, "\(read.errors)")
  }
}
