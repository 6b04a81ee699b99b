import AlmanacModel
import ArgumentParser
import Foundation

/// The manual page in the language of man(7), from what the commands say of themselves.
struct ManualPage {
  private let root: JSONValue

  /// - Throws: where the description of the commands is not what it should be.
  init(of command: any ParsableCommand.Type) throws {
    root = try JSONValue(parsing: Array(command._dumpHelp().utf8))["command"] ?? .null
  }

  var text: String {
    let name = word(root, "commandName")
    var lines = [
      ".TH \(name.uppercased()) 1 \"\" \"\(name) \(Almanac.configuration.version)\"", ".SH NAME",
      "\(name) \\- \(escaped(abstract(of: root)))", ".SH SYNOPSIS", ".B \(name)",
      ".I verb", "[options]", ".SH DESCRIPTION", paragraphs(discussion(of: root)), ".SH VERBS",
    ]
    let verbs = (root["subcommands"]?.array ?? []).filter { word($0, "commandName") != "help" }
    for verb in verbs { lines += section(verb, after: [name]) }
    lines += [".SH EXIT STATUS"] + Self.exitCodes.flatMap { [".TP", ".B \($0.0)", $0.1] }
    lines += [
      ".SH FILES", ".TP", ".I config/almanac.yaml", "what is published, from what, and how",
      ".TP", ".I feeds/*/feed.yaml", "one definition for each source", ".TP",
      ".I output/latest", "the newest edition", ".TP", ".I output/run/report.json",
      "what the last run did",
    ]
    return lines.joined(separator: "\n")
  }

  private static let exitCodes = [
    ("0", "published; also where a source failed or was held"),
    ("1", "the same under \\-\\-strict; a check that failed"),
    ("2", "of status: the edition is stale"), ("64", "usage"),
    ("65", "nothing usable"), ("66", "an input file is missing or can not be read"),
    ("69", "the network is down as a whole"), ("70", "internal"),
    ("73", "the output can not be created, or is there already"),
    ("74", "an error of input or output, or a full disk"),
    ("75", "another run holds the lock; try again"), ("78", "configuration"),
    ("143", "stopped by a signal; run again to go on"),
  ]

  private func section(_ verb: JSONValue, after parents: [String]) -> [String] {
    let path = parents + [word(verb, "commandName")]
    let arguments = (verb["arguments"]?.array ?? []).filter { argument in
      argument["shouldDisplay"]?.bool ?? true && !isHelp(argument)
    }
    let places = arguments.filter { word($0, "kind") == "positional" }.map { argument in
      let name = escaped(word(argument, "valueName"))
      let isOptional = argument["isOptional"]?.bool ?? false
      return (isOptional ? "[\\fI\(name)\\fR]" : "\\fI\(name)\\fR")
        + (argument["isRepeating"]?.bool ?? false ? "..." : "")
    }
    var lines = [
      ".SS \(escaped(path.joined(separator: " ")))",
      "\\fB\(escaped(path.joined(separator: " ")))\\fR "
        + (places + (arguments.count > places.count ? ["[options]"] : [])).joined(separator: " "),
      ".PP", escaped(abstract(of: verb)),
    ]
    let discussion = discussion(of: verb)
    if !discussion.isEmpty { lines += [".PP", paragraphs(discussion)] }
    for argument in arguments { lines += entry(argument) }
    for inner in verb["subcommands"]?.array ?? [] where word(inner, "commandName") != "help" {
      lines += section(inner, after: path)
    }
    return lines
  }

  private func entry(_ argument: JSONValue) -> [String] {
    let names = (argument["names"]?.array ?? []).map { name in
      (word(name, "kind") == "long" ? "--" : "-") + word(name, "name")
    }
    let value = word(argument, "kind") == "flag" ? "" : word(argument, "valueName")
    let head =
      names.isEmpty
      ? "\\fI\(escaped(value))\\fR"
      : names.map { "\\fB\(escaped($0))\\fR" }.joined(separator: ", ")
        + (value.isEmpty ? "" : " \\fI\(escaped(value))\\fR")
    var help = abstract(of: argument)
    let fallback = word(argument, "defaultValue")
    if !fallback.isEmpty, word(argument, "kind") != "flag" { help += " (default: \(fallback))" }
    let values = (argument["allValues"]?.array ?? []).compactMap(\.string)
    if values.count > 1, values.count < 20 { help += " One of \(values.joined(separator: ", "))." }
    return [".TP", head, escaped(help.isEmpty ? "As its name says." : help)]
  }

  private func isHelp(_ argument: JSONValue) -> Bool {
    (argument["names"]?.array ?? []).contains { ["help", "version"].contains(word($0, "name")) }
  }

  private func word(_ value: JSONValue, _ name: String) -> String { value[name]?.string ?? "" }
  private func abstract(of value: JSONValue) -> String { word(value, "abstract") }
  private func discussion(of value: JSONValue) -> String { word(value, "discussion") }

  /// Lines that are indented, and those that give examples, stay lines.
  private func paragraphs(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      if line.isEmpty { return ".PP" }
      let isExample = line.hasPrefix(" ") || line.hasPrefix("Example")
      return (isExample ? ".br\n" : "") + escaped(line.trimmingPrefix(while: { $0 == " " }))
    }.joined(separator: "\n")
  }

  /// Backslashes and hyphens mean something else, and so do dots and quotes that begin a line.
  private func escaped(_ text: some StringProtocol) -> String {
    let plain = String(text).replacing("\\", with: "\\e").replacing("-", with: "\\-")
      .replacing("\n", with: " ")
    // groff takes other letters by their number, whatever the encoding of its input.
    let ascii = plain.unicodeScalars.map { scalar in
      scalar.isASCII
        ? String(scalar)
        : "\\[u\(String(repeating: "0", count: max(0, 4 - String(scalar.value, radix: 16).count)))"
          + "\(String(scalar.value, radix: 16, uppercase: true))]"
    }.joined()
    return ascii.hasPrefix(".") || ascii.hasPrefix("'") ? "\\&" + ascii : ascii
  }
}
