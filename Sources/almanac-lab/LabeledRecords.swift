import AlmanacIngest
import AlmanacModel

/// Records of NDJSON, by campus, and what is known of pairs of them.
struct LabeledRecords: Sendable {
  struct Record: Sendable {
    let campus: String
    /// `source` without the campus behind the slash.
    let source: String
  }

  /// The lines of each campus.
  private(set) var lines: [String: [UInt8]] = [:]
  private(set) var records: [String: Record] = [:]
  private(set) var clusters: [String: String] = [:]
  private(set) var pairs: [DuplicateEvaluation.Pair] = []
  private(set) var hardNegatives: [DuplicateEvaluation.Pair] = []

  /// - Parameters:
  ///   - truth: CSV with the columns id, cluster.
  ///   - hardNegatives: CSV with the columns id, id, type, of pairs that are two occurrences.
  ///   - pairs: CSV with the columns id, id, label (1 for one occurrence), kind.
  init(_ text: [UInt8], truth: String?, hardNegatives: String?, pairs: String?) {
    for line in text.split(separator: UInt8(ascii: "\n")) {
      guard let value = try? JSONValue(parsing: Array(line)) else { continue }
      let parts = (value["source"]?.string ?? "").split(separator: "/", maxSplits: 1)
      let campus = value["campus"]?.string ?? parts.last.map(String.init) ?? ""
      lines[campus, default: []] += line + [UInt8(ascii: "\n")]
      records[value["id"]?.string ?? ""] = Record(
        campus: campus, source: parts.first.map(String.init) ?? "")
    }
    for row in Self.rows(truth, columns: 2) { clusters[row[0]] = row[1] }
    self.hardNegatives = Self.rows(hardNegatives, columns: 3).map {
      DuplicateEvaluation.Pair(first: $0[0], second: $0[1], isSame: false, kind: $0[2])
    }
    self.pairs = Self.rows(pairs, columns: 4).map {
      DuplicateEvaluation.Pair(first: $0[0], second: $0[1], isSame: $0[2] == "1", kind: $0[3])
    }
  }

  /// Without the line of column names; lines with fewer columns are left out.
  private static func rows(_ csv: String?, columns: Int) -> [[String]] {
    let rows = csv.flatMap { DelimitedText.rows(of: Array($0.utf8)) } ?? []
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

  /// Whether two campuses have a source of one name: they are neighbors, and may list one event.
  func areNeighbors() -> (_ first: String, _ second: String) -> Bool {
    var campuses: [String: Set<String>] = [:]
    for record in records.values { campuses[record.source, default: []].insert(record.campus) }
    var near: Set<[String]> = []
    for set in campuses.values {
      for first in set { for second in set { near.insert([first, second]) } }
    }
    return { near.contains([$0, $1]) || $0 == $1 }
  }
}
