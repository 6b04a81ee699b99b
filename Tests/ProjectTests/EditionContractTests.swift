import AlmanacTestSupport
import Foundation
import Testing

/// `docs/edition.md` describes each column of the published database.
@Suite struct EditionContractTests {
  /// Table, and the names of its columns, as the schema declares them.
  private static func tables() throws -> [(name: String, columns: [String])] {
    let schemas = try ["EditionSchema", "SearchSchema"].map {
      try ProjectFiles.text("Sources/AlmanacPublish/SQLite/\($0).swift")
    }
    return schemas.joined().components(separatedBy: "CREATE TABLE ").dropFirst().map { text in
      let body = text.components(separatedBy: ") STRICT").first ?? ""
      let lines = body.split(separator: "\n").dropFirst()
        .map { $0.trimmingCharacters(in: .whitespaces) }
      let columns = lines.compactMap { line -> String? in
        let name = line.prefix { $0.isLowercase || $0 == "_" }
        return name.isEmpty || !line.dropFirst(name.count).hasPrefix(" ") ? nil : String(name)
      }
      return (String(text.prefix { $0.isLowercase || $0 == "_" }), columns)
    }
  }

  @Test("every column of every table is described under its table's heading")
  func columns() throws {
    let page = try ProjectFiles.text("docs/edition.md")
    let sections = page.components(separatedBy: "\n### ")
    let tables = try Self.tables()
    #expect(tables.count == 27)
    for (table, columns) in tables {
      #expect(!columns.isEmpty, "\(table)")
      let section = try #require(
        sections.first { $0.prefix { $0 != "\n" }.contains("`\(table)`") }, "\(table)")
      for column in columns {
        #expect(
          section.contains("`\(column)`") || section.contains("`\(table).\(column)`"),
          "\(table).\(column)")
      }
    }
  }

  @Test("the README names every table with its columns, in their order")
  func readme() throws {
    let readme = try ProjectFiles.text("README.md")
    for (table, columns) in try Self.tables() {
      let names = columns.map { "`\($0)`" }.joined(separator: ", ")
      let line = readme.split(separator: "\n").first { $0.hasPrefix("| `\(table)` |") }
      #expect(line?.hasSuffix("| \(names) |") == true, "\(table)")
    }
  }

  @Test("the page names the version that the database carries")
  func version() throws {
    let schema = try ProjectFiles.text("Sources/AlmanacPublish/SQLite/EditionSchema.swift")
    let line = try #require(
      schema.split(separator: "\n").first { $0.contains("static let version = ") })
    let version = line.split(separator: " ").last ?? ""
    #expect(try ProjectFiles.text("docs/edition.md").contains("**\(version)**"))
  }
}
