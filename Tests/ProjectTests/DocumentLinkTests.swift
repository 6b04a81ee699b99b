import AlmanacTestSupport
import Foundation
import Testing

/// Tests the links between pages.
@Suite struct DocumentLinkTests {
  private static func pages() throws -> [String] {
    let folders = ["docs", "feeds", "deploy", "Sources", "Benchmarks", "Tests", "output"]
    return try ["README.md", "ARCHITECTURE.md", "CHANGELOG.md"]
      + folders.flatMap { folder in
        try FileManager.default.subpathsOfDirectory(atPath: ProjectFiles.url(folder).path)
          .filter { $0.hasSuffix(".md") && !$0.contains("editions/") }.map { "\(folder)/\($0)" }
      }
  }

  /// A page's text without code blocks.
  private static func prose(_ path: String) throws -> String {
    try ProjectFiles.text(path).components(separatedBy: "\n```").enumerated()
      .filter { $0.offset % 2 == 0 }.map(\.element).joined(separator: "\n")
  }

  /// The anchors of a page's headings.
  private static func anchors(of path: String) throws -> Set<String> {
    var anchors: Set<String> = []
    for line in try prose(path).split(separator: "\n") where line.hasPrefix("#") {
      let heading = line.drop { $0 == "#" }.dropFirst().lowercased()
      let name = heading.filter { $0.isLetter || $0.isNumber || " -_".contains($0) }
      anchors.insert(name.replacing(" ", with: "-"))
    }
    return anchors
  }

  @Test("Every link within the project has a target, including links to headings")
  func links() throws {
    var count = 0
    for page in try Self.pages() {
      for match in try Self.prose(page).matches(of: /\]\(([^)\s]+)\)/)
      where !match.1.contains("://") {
        count += 1
        let parts = match.1.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
        let folder = URL(filePath: page, relativeTo: ProjectFiles.root).deletingLastPathComponent()
        let target =
          parts[0].isEmpty
          ? ProjectFiles.url(page) : folder.appending(path: String(parts[0])).standardizedFileURL
        #expect(FileManager.default.fileExists(atPath: target.path), "\(page): \(match.1)")
        if parts.count == 2, target.pathExtension == "md" {
          let path = String(target.path.dropFirst(ProjectFiles.root.path.count + 1))
          #expect(try Self.anchors(of: path).contains(String(parts[1])), "\(page): \(match.1)")
        }
      }
    }
    #expect(count > 60)
  }
}
