import AlmanacTestSupport
import Foundation
import Testing

/// A documentation page with its blocks of code.
struct DocumentPage {
  /// A fenced code block.
  struct Block {
    /// The words of the comment right before it, such as `run` or `write: feeds/a/feed.yaml`.
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

  /// The arguments of calls in shell blocks, up to a pipe, a redirection or two spaces before an
  /// explanation.
  static func calls(in blocks: [Block]) -> [String] {
    let shells = ["", "console", "crontab", "sh"]
    let lines = blocks.filter { shells.contains($0.language) }.flatMap { block in
      // In a console, lines without a prompt are output.
      block.language == "console" ? block.lines.filter { $0.hasPrefix("$ ") } : block.lines
    }
    // Podman's lines contain `almanac` as the name of an image.
    let call = /(?:^|[ \/;|&(])almanac +((?:[^|>;&)… ]|\x20(?!\x20))+)/
    return lines.filter { !$0.hasPrefix("podman ") && !$0.hasPrefix("$ podman ") }
      .flatMap { $0.matches(of: call).map { String($0.1) } }
  }
}

/// A working folder, and a shell that finds the program by its name.
struct PageShell {
  let folder: TemporaryFolder
  let programs: TemporaryFolder
  private let path: String

  /// - Parameter kind: `empty`; `project`, with the project's configuration and sources; or
  ///   `campus`, empty with programs that read captures instead of the network.
  init(_ kind: some StringProtocol) throws {
    folder = try TemporaryFolder()
    programs = try TemporaryFolder()
    if kind == "campus" {
      let captured = programs.url.appending(path: "captured")
      path = captured.appending(path: "bin").path
      let answer = try Program.run(
        ProjectFiles.url("Tests/Package/campus.py"),
        [SharedFiles.url("").path, captured.path, Program.almanac.path])
      try #require(answer.code == 0, "\(answer.errors)")
      return
    }
    path = programs.url.path
    try FileManager.default.createSymbolicLink(
      at: programs.url.appending(path: "almanac"), withDestinationURL: Program.almanac)
    guard kind == "project" else { return }
    for name in ["config", "feeds", "samples"] {
      try FileManager.default.copyItem(
        at: ProjectFiles.url(name), to: folder.url.appending(path: name))
    }
  }

  func type(_ command: String) throws -> Program.Answer {
    let line = "export PATH=\(path):$PATH\n\(command)"
    return try Program.run(
      URL(filePath: "/bin/bash"), ["-o", "pipefail", "-c", line], in: folder.url)
  }
}
