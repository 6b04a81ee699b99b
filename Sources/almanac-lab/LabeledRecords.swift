import AlmanacIngest
import AlmanacModel
import AlmanacPipeline
import Foundation

/// Records of NDJSON, by campus, and what is known of pairs of them.
struct LabeledRecords: Sendable {
  struct Record: Sendable {
    let campus: String
    /// `source` without the campus behind the slash.
    let source: String
  }

  /// Two records that are known to be one occurrence, or two.
  struct Pair: Sendable {
    let first: String
    let second: String
    let isSame: Bool
    /// The kind of difficulty, such as `series` or `title`.
    let kind: String
  }

  /// The lines of each campus.
  private(set) var lines: [String: [UInt8]] = [:]
  private(set) var records: [String: Record] = [:]
  /// By record id.
  private(set) var clusters: [String: String] = [:]
  private(set) var pairs: [Pair] = []
  /// Campuses that have a source of one name are neighbors, and may list one event.
  private var neighbors: [String: Set<String>] = [:]

  /// - Parameters:
  ///   - truth: CSV with the columns id, cluster.
  ///   - pairs: CSV with the columns id, id, label (1 for one occurrence), kind.
  init(_ text: [UInt8], truth: [UInt8]? = nil, pairs: [UInt8]? = nil) {
    for line in text.split(separator: UInt8(ascii: "\n")) {
      guard let value = try? JSONValue(parsing: Array(line)) else { continue }
      let source = (value["source"]?.string ?? "").prefix { $0 != "/" }
      let campus = value.campus ?? String(source)
      lines[campus, default: []] += line + [UInt8(ascii: "\n")]
      records[value["id"]?.string ?? ""] = Record(campus: campus, source: String(source))
    }
    for row in Self.rows(truth, columns: 2) { clusters[row[0]] = row[1] }
    self.pairs = Self.rows(pairs, columns: 4).map {
      Pair(first: $0[0], second: $0[1], isSame: $0[2] == "1", kind: $0[3])
    }
    for campuses in Dictionary(grouping: records.values, by: \.source).values {
      let campuses = Set(campuses.map(\.campus))
      for campus in campuses { neighbors[campus, default: []].formUnion(campuses) }
    }
  }

  /// - Parameter folder: With records.jsonl, and truth.csv or pairs.csv.
  init(folder: String) throws {
    func bytes(_ name: String) throws -> [UInt8]? {
      let file = "\(folder)/\(name)"
      return FileManager.default.fileExists(atPath: file) ? try InputFile.bytes(of: file) : nil
    }
    self.init(
      try InputFile.bytes(of: "\(folder)/records.jsonl"), truth: try bytes("truth.csv"),
      pairs: try bytes("pairs.csv"))
  }

  /// Without the line of column names; lines with fewer columns are left out.
  private static func rows(_ csv: [UInt8]?, columns: Int) -> [[String]] {
    let rows = csv.flatMap { DelimitedText.rows(of: $0) } ?? []
    return rows.dropFirst().filter { $0.count >= columns }
  }

  /// All records as those of one campus, with the campus behind the source's name: no record of one is
  /// an occurrence of another, which tests what has been learned on names and titles it never saw.
  var joined: [UInt8] {
    lines.sorted { $0.key < $1.key }.flatMap { campus, lines in
      lines.split(separator: UInt8(ascii: "\n")).flatMap { line -> [UInt8] in
        guard let brace = line.firstIndex(of: UInt8(ascii: "{")) else { return [] }
        return Array(#"{"campus":"all","#.utf8) + line[(brace + 1)...] + [UInt8(ascii: "\n")]
      }
    }
  }

  func areNeighbors(_ first: String, _ second: String) -> Bool {
    neighbors[first]?.contains(second) ?? false
  }

  /// The labels of the records of one campus.
  func labels(of campus: String) -> LabeledRecords {
    var labels = self
    labels.clusters = clusters.filter { records[$0.key]?.campus == campus }
    labels.pairs = pairs.filter { records[$0.first]?.campus == campus }
    return labels
  }
}
