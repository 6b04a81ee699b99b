import AlmanacTestSupport
import Foundation
import Testing

/// The commands in the pages give the printed answers.
///
/// A block under `<!-- run -->` is run line by line, in the page's folder: an empty one
/// (`<!-- folder: empty -->`), or one with the project's own configuration and sources
/// (`<!-- folder: project -->`), which may be created for each heading of the second level; or an empty
/// one with captures instead of the network (`<!-- folder: campus -->`). The lines below a command must
/// be in its output, in that order; `…` matches anything. A block under `<!-- write: FILE -->` is written there first.
@Suite("Commands of the documentation") struct DocumentationRunTests {
  /// The page whose network is replaced by captures.
  private static let campus = "docs/campus.md"
  private static let pages = ["README.md"] + folder().filter { $0 != campus }

  private static func folder() -> [String] {
    let names = try? FileManager.default.contentsOfDirectory(atPath: ProjectFiles.url("docs").path)
    return (names ?? []).filter { $0.hasSuffix(".md") }.sorted().map { "docs/\($0)" }
  }

  private struct Step {
    var command: String
    var answer: [String]
  }

  /// The commands of a console, each with the lines below it.
  private static func steps(of block: DocumentPage.Block) -> [Step] {
    var steps: [Step] = []
    var isOpen = false
    for line in block.lines {
      if isOpen, let last = steps.indices.last {
        steps[last].command += "\n" + line
      } else if line.hasPrefix("$ ") {
        steps.append(Step(command: String(line.dropFirst(2)), answer: []))
      } else if let last = steps.indices.last, !line.isEmpty {
        steps[last].answer.append(line)
        continue
      }
      isOpen = line.hasSuffix("\\")
    }
    return steps
  }

  /// The first line that is missing from an answer; nil where all are there in their order.
  private static func missing(_ wanted: [String], in output: String) throws -> String? {
    var rest = output.components(separatedBy: "\n")[...]
    for line in wanted where line != "…" {
      let parts = shape(line).components(separatedBy: "…").map(NSRegularExpression.escapedPattern)
      let pattern = try Regex("^\(parts.joined(separator: ".*"))$")
      guard let found = rest.firstIndex(where: { shape($0).contains(pattern) }) else { return line }
      rest = rest[(found + 1)...]
    }
    return nil
  }

  /// Without what differs from machine to machine: how long it took, and how wide a column is.
  private static func shape(_ line: String) -> String {
    line.replacing(/\b\d+\.\d\d\b/, with: "0.00").replacing(/\x20{2,}/, with: "  ")
      .trimmingCharacters(in: .whitespaces)
  }

  @Test("The marked blocks of a page print what the page shows", arguments: pages)
  func types(path: String) throws {
    let page = try DocumentPage(path)
    guard page.blocks.contains(where: { $0.order != nil }) else { return }
    try type(page)
  }

  @Test(
    "The page about a real campus prints what it shows, with captured feeds and an exported gazetteer",
    .enabled(
      if: SharedFiles.exists("corpora/feeds/localist/ncsu.ics"),
      Comment(rawValue: SharedFiles.absent)))
  func typesCampus() throws {
    let page = try DocumentPage(Self.campus)
    #expect(page.blocks.count { $0.order == "run" } >= 7)
    try type(page)
  }

  private func type(_ page: DocumentPage) throws {
    let path = page.path
    let kind = try #require(
      page.text.firstMatch(of: /<!-- folder: (empty|project|campus)(, new for each recipe)? -->/),
      "say in which folder")
    var shell = try PageShell(kind.1)
    var chapter = 0
    for block in page.blocks {
      guard let order = block.order else { continue }
      if kind.2 != nil, block.chapter != chapter {
        chapter = block.chapter
        shell = try PageShell(kind.1)
      }
      if order.hasPrefix("write: ") {
        try shell.folder.write(
          block.lines.joined(separator: "\n") + "\n", to: String(order.dropFirst(7)))
        continue
      }
      let code = Int32(order.split(separator: " ").last ?? "") ?? 0
      for step in Self.steps(of: block) {
        let answer = try shell.type(step.command)
        let printed = answer.output + answer.errors
        #expect(answer.code == code, "\(path): \(step.command)\n\(printed)")
        let missing = try Self.missing(step.answer, in: printed)
        #expect(missing == nil, "\(path): \(step.command)\n\(printed)")
      }
    }
  }

  @Test("An output that differs from the page is detected")
  func compares() throws {
    let output = "stage  in\nparse  7   0.12\nEdition x: 3 events\n"
    #expect(
      try Self.missing(["stage   in", "parse   7  0.99", "Edition …: 3 events"], in: output) == nil)
    #expect(try Self.missing(["…", "Edition …"], in: output) == nil)
    #expect(try Self.missing(["parse  8   0.12"], in: output) == "parse  8   0.12")
    #expect(try Self.missing(["Edition …", "stage  in"], in: output) == "stage  in")
    let block = DocumentPage.Block(
      order: "run", chapter: 0, language: "console", lines: ["$ a \\", "  b", "says", "", "$ c"])
    #expect(Self.steps(of: block).map(\.command) == ["a \\\n  b", "c"])
    #expect(Self.steps(of: block).map(\.answer) == [["says"], []])
  }
}
