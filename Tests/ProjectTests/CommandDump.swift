import AlmanacTestSupport
import Foundation
import Testing

/// The commands and their options, as the program itself tells them.
struct CommandDump {
  struct Argument: Decodable, Hashable {
    struct Name: Decodable, Hashable {
      var kind: String
      var name: String
    }

    var abstract: String?
    var allValues: [String]?
    var defaultValue: String?
    var isOptional: Bool
    var isRepeating: Bool
    var kind: String
    var names: [Name]?
    var shouldDisplay: Bool
    var valueName: String?

    /// As they are typed.
    var spellings: [String] {
      (names ?? []).map { $0.kind == "long" ? "--\($0.name)" : "-\($0.name)" }
    }
  }

  struct Command: Decodable {
    var commandName: String
    var abstract: String?
    var discussion: String?
    var arguments: [Argument]?
    var subcommands: [Command]?
    var shouldDisplay: Bool

    /// What a reader has to know of; every command has `--help` and `--version`.
    var options: [Argument] {
      (arguments ?? []).filter { argument in
        argument.shouldDisplay
          && !argument.spellings.contains { ["--help", "--version"].contains($0) }
      }
    }
  }

  private struct File: Decodable { var command: Command }

  let root: Command

  init() throws {
    let answer = try Program.run(Program.almanac, ["--experimental-dump-help"])
    try #require(answer.code == 0)
    root = try JSONDecoder().decode(File.self, from: Data(answer.output.utf8)).command
  }

  /// Every command that does something, by its words: `run`, `evaluate geocode`.
  var verbs: [(words: String, command: Command)] {
    (root.subcommands ?? []).filter { $0.shouldDisplay && $0.commandName != "help" }.flatMap {
      command in
      let inner = (command.subcommands ?? []).filter { $0.commandName != "help" }
      return inner.isEmpty
        ? [(command.commandName, command)]
        : inner.map { ("\(command.commandName) \($0.commandName)", $0) }
    }
  }

  /// What is wrong with a call, by its words after `almanac`; nil for one that the program
  /// understands.
  func complaint(of words: [String]) -> String? {
    var command = root
    var rest = words[...]
    if rest.first == "help" { rest = rest.dropFirst() }
    while let word = rest.first,
      let next = command.subcommands?.first(where: { $0.commandName == word })
    {
      command = next
      rest = rest.dropFirst()
    }
    // Words in capitals stand for what a reader puts there.
    if let word = rest.first, command.subcommands != nil, !word.hasPrefix("-"),
      word != word.uppercased()
    {
      return "there is no command '\(word)'"
    }
    // What every program of ArgumentParser has.
    let known =
      (command.arguments ?? []).flatMap(\.spellings) + ["--generate-completion-script"]
    for word in rest where word.hasPrefix("-") && word != "-" {
      let option = String(word.prefix { $0 != "=" })
      let isNumber = option.dropFirst().first?.isNumber == true
      if !known.contains(option), !isNumber {
        return "'\(command.commandName)' has no option '\(option)'"
      }
    }
    return nil
  }
}
