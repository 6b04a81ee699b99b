import AlmanacTestSupport
import Foundation
import Testing

/// Which module may import which: the table of the design, held against the sources.
@Suite struct PackageRulesTests {
  private static let allowed: [String: Set<String>] = [
    "AlmanacFiles": ["Synchronization"],
    "AlmanacTime": ["Synchronization"],
    "AlmanacModel": ["AlmanacTime"],
    "AlmanacRecords": ["AlmanacFiles", "AlmanacTime", "AlmanacModel"],
    "AlmanacIngest": [
      "AlmanacFiles", "AlmanacTime", "AlmanacModel", "AlmanacRecords", "CLibXML2", "CLibCurl",
      "CLibZ", "CLibBrotli", "Crypto", "Synchronization",
    ],
    "AlmanacRefine": ["AlmanacTime", "AlmanacModel"],
    "AlmanacStore": [
      "AlmanacFiles", "AlmanacTime", "AlmanacModel", "AlmanacRecords", "GRDB", "GRDBSQLite",
    ],
    "AlmanacPublish": [
      "AlmanacFiles", "AlmanacTime", "AlmanacModel", "GRDB", "Crypto",
      "Synchronization",
    ],
    "AlmanacPipeline": [
      "AlmanacFiles", "AlmanacTime", "AlmanacModel", "AlmanacRecords", "AlmanacIngest",
      "AlmanacRefine", "AlmanacStore", "AlmanacPublish", "CDefaults", "CMemory", "Crypto",
      "Logging", "Synchronization", "Yams",
    ],
    "almanac": [
      "AlmanacTime", "AlmanacModel", "AlmanacPipeline", "ArgumentParser", "Logging",
      "Synchronization",
    ],
  ]

  private struct Import {
    var file: String
    var module: String
    var isPublic: Bool
  }

  @Test("every module imports only what the design lets it", arguments: allowed.keys.sorted())
  func imports(module: String) throws {
    let imports = try Self.imports(of: module)
    #expect(!imports.isEmpty || module == "AlmanacModel")
    let permitted = Self.allowed[module, default: []].union(["Foundation", "Dispatch", "Glibc"])
    for line in imports {
      #expect(permitted.contains(line.module), "\(line.file) imports \(line.module)")
    }
  }

  @Test("every folder of Sources has its line in the table")
  func complete() throws {
    let folders = try FileManager.default.contentsOfDirectory(
      atPath: ProjectFiles.url("Sources").path)
    let ofC = Set(
      folders.filter { $0.hasPrefix("CLib") } + ["CDefaults", "CMemory"])
    #expect(Set(folders).subtracting(ofC) == Set(Self.allowed.keys))
  }

  @Test("the C libraries are nobody's public business")
  func hidesC() throws {
    for line in try Self.imports(of: "AlmanacIngest") where line.module.hasPrefix("CLib") {
      #expect(!line.isPublic, "\(line.file)")
    }
  }

  @Test("AlmanacPublish uses SQLite through GRDB alone")
  func confinesSQLite() throws {
    for line in try Self.imports(of: "AlmanacPublish") where line.module.hasPrefix("GRDB") {
      #expect(line.module == "GRDB" && !line.isPublic, "\(line.file)")
    }
  }

  @Test("the clock is read in the executable alone")
  func readsClockOnce() throws {
    for module in Self.allowed.keys where module != "almanac" {
      for (file, text) in try Self.sources(of: module) {
        #expect(try /\bDate(\(\)|\.now)/.firstMatch(in: text) == nil, "\(file)")
      }
    }
  }

  private static func imports(of module: String) throws -> [Import] {
    try sources(of: module).flatMap { file, text in
      text.split(separator: "\n").compactMap { line -> Import? in
        let words = line.split(separator: " ")
        guard let keyword = words.firstIndex(of: "import"), keyword <= 1,
          words.indices.contains(keyword + 1)
        else { return nil }
        return Import(
          file: file, module: String(words[keyword + 1].split(separator: ".")[0]),
          isPublic: words[0] == "public")
      }
    }
  }

  private static func sources(of module: String) throws -> [(file: String, text: String)] {
    let folder = ProjectFiles.url("Sources/\(module)")
    return try FileManager.default.subpathsOfDirectory(atPath: folder.path)
      .filter { $0.hasSuffix(".swift") }
      .map { ("\(module)/\($0)", try ProjectFiles.text("Sources/\(module)/\($0)")) }
  }
}
