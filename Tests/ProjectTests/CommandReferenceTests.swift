import AlmanacTestSupport
import Foundation
import Testing

/// `docs/commands.md` has every verb with every option, as the program itself tells them.
///
/// The tables between `<!-- options: VERB -->` and `<!-- end -->` are written by
/// `ALMANAC_RECORD=1 swift test --filter CommandReferenceTests`.
@Suite("the reference of the commands") struct CommandReferenceTests {
  private static let page = "docs/commands.md"

  /// What the stages have in common stands once, under a heading of its own.
  private static func shared(_ dump: CommandDump) throws -> [CommandDump.Argument] {
    try #require(dump.verbs.first { $0.words == "enrich" }).command.options
  }

  private static func table(of options: [CommandDump.Argument]) -> String {
    guard !options.isEmpty else { return "" }
    let rows = options.map { option in
      let value = option.valueName.map { "<\($0)>" } ?? ""
      let name =
        switch option.kind {
        case "positional": value + (option.isRepeating ? "…" : "")
        case "flag": option.spellings.joined(separator: ", ")
        default: option.spellings.joined(separator: ", ") + " \(value)"
        }
      var meaning = (option.abstract ?? "").replacing("|", with: "\\|")
      if let values = option.allValues { meaning += " One of \(values.joined(separator: ", "))." }
      // How many processors there are is this machine's affair.
      if let value = option.defaultValue, option.kind != "flag", !meaning.contains("default: "),
        name.hasPrefix("--workers") == false
      {
        meaning += " Default: \(value)."
      }
      return "| `\(name)` | \(meaning) |"
    }
    return "| option | meaning |\n| --- | --- |\n" + rows.joined(separator: "\n") + "\n"
  }

  /// What stands between the marks of a verb.
  private static func options(of command: CommandDump.Command, _ dump: CommandDump) throws
    -> String
  {
    let shared = try shared(dump)
    guard Set(shared).isSubset(of: command.options) else { return table(of: command.options) }
    let own = command.options.filter { !shared.contains($0) }
    let common = "All [options of a stage](#options-of-a-stage)"
    return own.isEmpty ? common + ".\n" : table(of: own) + "\n" + common + " besides.\n"
  }

  /// The page with its tables as they should be.
  private static func corrected(_ text: String, _ dump: CommandDump) throws -> String {
    var parts = text.components(separatedBy: "<!-- options: ")
    for index in parts.indices.dropFirst() {
      let mark = parts[index].components(separatedBy: " -->\n")[0]
      let tail = try #require(parts[index].range(of: "<!-- end -->"), "\(mark)")
      let table: String
      if mark == "a stage" {
        table = Self.table(of: try shared(dump))
      } else {
        let verb = try #require(dump.verbs.first { $0.words == mark }, "there is no '\(mark)'")
        table = try options(of: verb.command, dump)
      }
      parts[index] = "\(mark) -->\n\n\(table)\n" + parts[index][tail.lowerBound...]
    }
    return parts.joined(separator: "<!-- options: ")
  }

  @Test("every verb has a section, with every option and what it means")
  func verbs() throws {
    let dump = try CommandDump()
    let text = try ProjectFiles.text(Self.page)
    let marks = text.matches(of: /<!-- options: (.+) -->/).map { String($0.1) }
    #expect(Set(marks) == Set(dump.verbs.map(\.words)).union(["a stage"]))
    #expect(marks.count == Set(marks).count)
    for (words, _) in dump.verbs {
      #expect(text.contains("\n### almanac \(words)\n"), "\(words)")
    }
    let corrected = try Self.corrected(text, dump)
    if ProcessInfo.processInfo.environment["ALMANAC_RECORD"] != nil {
      try Data(corrected.utf8).write(to: ProjectFiles.url(Self.page))
    }
    for (found, wanted) in zip(
      text.components(separatedBy: "\n### "), corrected.components(separatedBy: "\n### "))
    {
      #expect(found == wanted)
    }
  }

  @Test("every verb of a campus takes the same words for configuration, clock and what is told")
  func everywhere() throws {
    // These work on files that are named, or make the configuration.
    let others = ["init", "inspect", "occurrences", "manual"]
    var count = 0
    for (words, command) in try CommandDump().verbs
    where !others.contains(where: words.hasPrefix) {
      count += 1
      let known = Set((command.arguments ?? []).flatMap(\.spellings))
      for option in ["--config", "--output", "--now", "--log-level", "--log-format", "--progress"] {
        #expect(known.contains(option), "\(words) \(option)")
      }
    }
    #expect(count == 21)
  }

  @Test("every section has an example, and so has the help of every verb")
  func examples() throws {
    let dump = try CommandDump()
    let text = try ProjectFiles.text(Self.page)
    for (words, command) in dump.verbs {
      let section = text.components(separatedBy: "\n### ").first {
        $0.hasPrefix("almanac \(words)\n")
      }
      #expect(try #require(section).contains("\n$ almanac \(words)"), "\(words)")
      let top = words.split(separator: " ").first.map(String.init) ?? words
      let help = dump.root.subcommands?.first { $0.commandName == top }?.discussion ?? ""
      #expect((help + (command.discussion ?? "")).contains("almanac \(words)"), "\(words)")
    }
  }

  @Test("the exit codes are those of the program")
  func exitCodes() throws {
    let source = try ProjectFiles.text("Sources/AlmanacPipeline/Run/ExitCode.swift")
    let codes = Set(source.matches(of: /case \S+ = (\d+)/).map { String($0.1) })
    let text = try ProjectFiles.text(Self.page)
    let section = try #require(text.components(separatedBy: "\n## Exit codes\n").dropFirst().first)
    let told = section.matches(of: /(?m)^\| (\d+) \|/).map { String($0.1) }
    #expect(codes.count > 8)
    #expect(Set(told) == codes)
    #expect(told.count == codes.count)
  }

  @Test("every call on every page is one that the program understands")
  func calls() throws {
    let dump = try CommandDump()
    var count = 0
    for page in try DocumentPage.all() {
      for call in page.calls {
        count += 1
        let complaint = dump.complaint(of: call)
        #expect(complaint == nil, "\(page.path): almanac \(call.joined(separator: " "))")
      }
    }
    #expect(count > 60)
  }

  @Test("a call that the program would not understand is found")
  func complains() throws {
    let dump = try CommandDump()
    #expect(dump.complaint(of: ["run", "--samples", "--from", "parse"]) == nil)
    #expect(dump.complaint(of: ["geocode", "--input", "a.ndjson", "--gazetteer=x=y"]) == nil)
    #expect(dump.complaint(of: ["query", "--near", "-1.2,103.7"]) == nil)
    #expect(dump.complaint(of: ["rnu"]) != nil)
    #expect(dump.complaint(of: ["evaluate", "geocode"]) != nil)
    #expect(dump.complaint(of: ["run", "--smaples"]) != nil)
    #expect(
      DocumentPage.words(of: " query --weather \"Kent Ridge\"  the weather") == [
        "query", "--weather", "Kent Ridge",
      ])
    #expect(DocumentPage.words(of: " inspect a.ics | head") == ["inspect", "a.ics"])
  }
}
