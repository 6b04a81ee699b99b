import AlmanacTestSupport
import Foundation

/// The parts of a documentation page that tests use.
struct DocumentPage {
  /// A fenced code block.
  struct Block {
    /// The text of the comment before the block, such as `run` or `write: feeds/a/feed.yaml`.
    var order: String?
    /// The number of second-level headings before the block.
    var chapter: Int
    /// The info string of the block, such as `console`.
    var language: String
    var lines: [String]
  }

  let path: String
  let text: String
  let blocks: [Block]

  init(_ path: String) throws {
    self.path = path
    text = try ProjectFiles.text(path)
    var blocks: [Block] = []
    var open: Block?
    var order: String?
    var chapter = 0
    for line in text.components(separatedBy: "\n") {
      if line.hasPrefix("```") {
        if let block = open {
          blocks.append(block)
          open = nil
        } else {
          open = Block(
            order: order, chapter: chapter, language: String(line.dropFirst(3)), lines: [])
        }
        order = nil
      } else if open != nil {
        open?.lines.append(line)
      } else if let comment = line.wholeMatch(of: /<!-- ((?:run|write)\b.*) -->/) {
        order = String(comment.1)
      } else if !line.isEmpty {
        order = nil
        if line.hasPrefix("## ") { chapter += 1 }
      }
    }
    self.blocks = blocks
  }

  /// All pages that contain commands.
  static func all() throws -> [DocumentPage] {
    var paths = ["README.md", "feeds/README.md", "deploy/README.md", "output/README.md"]
    paths += try FileManager.default.contentsOfDirectory(atPath: ProjectFiles.url("docs").path)
      .filter { $0.hasSuffix(".md") }.sorted().map { "docs/\($0)" }
    return try paths.map { try DocumentPage($0) }
  }

  /// The calls of `almanac` in shell blocks, each as words.
  static func calls(in blocks: [Block]) -> [[String]] {
    let shells = ["", "console", "crontab", "sh"]
    let lines = blocks.filter { shells.contains($0.language) }.flatMap { block in
      // In a console, lines without a prompt are output.
      block.language == "console" ? block.lines.filter { $0.hasPrefix("$ ") } : block.lines
    }
    var calls: [[String]] = []
    // Podman's lines contain `almanac` as the name of an image.
    for line in lines where !line.hasPrefix("podman ") && !line.hasPrefix("$ podman ") {
      for match in line.matches(of: /(?:^|[ \/;|&(])almanac( +.*)/) {
        calls.append(words(of: String(match.1)))
      }
    }
    return calls
  }

  /// The words up to the end of the call: a pipe, a redirection, a comment, or two spaces before an
  /// explanation.
  static func words(of line: String) -> [String] {
    var words: [String] = []
    var word: String?
    var quote: Character?
    var spaces = 0
    for character in line {
      if let open = quote {
        if character == open { quote = nil } else { word = (word ?? "") + String(character) }
        continue
      }
      switch character {
      case "'", "\"":
        quote = character
        word = word ?? ""
      case " ":
        if let found = word { words.append(found) }
        word = nil
        spaces += 1
        if spaces > 1, !words.isEmpty { return words }
        continue
      case "|", ">", ";", "&", ")", "…": return words + (word.map { [$0] } ?? [])
      case "#" where word == nil: return words
      default: word = (word ?? "") + String(character)
      }
      spaces = 0
    }
    return words + (word.map { [$0] } ?? [])
  }
}
