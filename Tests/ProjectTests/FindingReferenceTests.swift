import AlmanacTestSupport
import Foundation
import Testing

/// `docs/findings.md` has an entry, with cause and remedy, for each code that the program can give.
@Suite("the reference of findings") struct FindingReferenceTests {
  /// Codes that the sources compose, by what stands there in the quotes.
  private static let composed = [
    #"W_\(line.name)_UNREADABLE"#: ["W_EXDATE_UNREADABLE", "W_RDATE_UNREADABLE"]
  ]

  private struct Entry {
    var code: String
    var cause: String
    var remedy: String
  }

  /// The rows of three cells that begin with a code.
  private static func entries(of page: String) -> [Entry] {
    page.matches(of: /(?m)^\| `([EQSBIW]_[A-Z0-9_]+)` \| ([^|]*) \| ([^|]*) \|$/).map {
      Entry(code: String($0.1), cause: String($0.2), remedy: String($0.3))
    }
  }

  /// The codes in the string literals of a source file, and literals that compose an unknown one.
  private static func codes(in text: String) -> (codes: Set<String>, riddles: [String]) {
    var codes: Set<String> = []
    var riddles: [String] = []
    for line in text.split(separator: "\n")
    where line.utf8.contains(UInt8(ascii: "_")) && line.utf8.contains(UInt8(ascii: "\""))
      && !line.drop(while: \.isWhitespace).hasPrefix("//")
    {
      for match in line.matches(of: /"([EQSBIW]_[^"]*)"/) {
        let literal = String(match.1)
        if literal.wholeMatch(of: /[EQSBIW]_[A-Z][A-Z0-9_]*/) != nil, !literal.hasSuffix("_") {
          codes.insert(literal)
        } else if let known = composed[literal] {
          codes.formUnion(known)
        } else if !line.contains("hasPrefix(\"\(literal)\")") {
          riddles.append(literal)
        }
      }
    }
    return (codes, riddles)
  }

  private static func sources() throws -> [(file: String, text: String)] {
    try FileManager.default.subpathsOfDirectory(atPath: ProjectFiles.url("Sources").path)
      .filter { $0.hasSuffix(".swift") }
      .map { ($0, try ProjectFiles.text("Sources/\($0)")) }
  }

  /// Of each source file; read once.
  private static let found = Result {
    try sources().map { (file: $0.file, found: codes(in: $0.text)) }
  }

  private static func allCodes() throws -> Set<String> {
    try found.get().reduce(into: []) { $0.formUnion($1.found.codes) }
  }

  @Test("every code of the sources has an entry, and every entry a code")
  func complete() throws {
    let entries = Self.entries(of: try ProjectFiles.text("docs/findings.md"))
    let codes = try Self.allCodes()
    #expect(codes.count > 120)
    #expect(codes.subtracting(entries.map(\.code)) == [], "without an entry")
    #expect(Set(entries.map(\.code)).subtracting(codes) == [], "without a code")
    #expect(entries.count == Set(entries.map(\.code)).count, "an entry is there twice")
    for entry in entries {
      #expect(entry.cause.count > 10 && entry.remedy.count >= 7, "\(entry.code)")
    }
  }

  @Test("no code is composed in a way that the search above can't see")
  func composes() throws {
    for (file, found) in try Self.found.get() {
      #expect(found.riddles == [], "\(file)")
    }
  }

  @Test("the search sees what it should, and what is composed")
  func searches() {
    let found = Self.codes(
      in: """
        /// Gives "W_IN_A_COMMENT".
        Finding("W_PLAIN", message: "see W_NOT_A_LITERAL")
        let code = "W_\\(kind)_ODD"
        let prefix = "Q_" + name
        if code.hasPrefix("E_") { return "E_OTHER" }
        """)
    #expect(found.codes == ["W_PLAIN", "E_OTHER"])
    #expect(found.riddles == ["W_\\(kind)_ODD", "Q_"])
    let rows = "| `W_PLAIN` | a cause | a remedy |\n| `W_SHORT` | a cause |\n"
    #expect(Self.entries(of: rows).map(\.code) == ["W_PLAIN"])
  }

  @Test("an entry stands under the heading of its kind")
  func kinds() throws {
    let sections = try ProjectFiles.text("docs/findings.md").components(separatedBy: "\n## ")
    for kind in ["E", "Q", "S", "B", "I", "W"] {
      let section = try #require(sections.first { $0.hasPrefix("\(kind): ") })
      let entries = Self.entries(of: section)
      #expect(!entries.isEmpty)
      for entry in entries { #expect(entry.code.hasPrefix("\(kind)_")) }
    }
  }

  @Test("no page names a code that there is not")
  func mentions() throws {
    let codes = try Self.allCodes()
    let folders = ["docs", "feeds", "deploy", "Sources"]
    var pages = ["README.md"]
    for folder in folders {
      pages += try FileManager.default.subpathsOfDirectory(
        atPath: ProjectFiles.url(folder).path
      ).filter { $0.hasSuffix(".md") }.map { "\(folder)/\($0)" }
    }
    for page in pages {
      for match in try ProjectFiles.text(page).matches(of: /`([EQSBIW]_[A-Z0-9_]*[A-Z0-9])`/) {
        #expect(codes.contains(String(match.1)), "\(page): \(match.1)")
      }
    }
  }
}
