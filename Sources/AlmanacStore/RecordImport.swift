public import AlmanacModel
import AlmanacRecords
import Foundation
import GRDB

/// The venue queries of a campus for `geocode`.
public struct VenueQuestions: Sendable {
  public var queries: [VenueQuery]
  /// Points that count as placeholders.
  public var placeholders: Set<Coordinate>

  public init(queries: [VenueQuery] = [], placeholders: Set<Coordinate> = []) {
    self.queries = queries
    self.placeholders = placeholders
  }
}

/// Fills an empty workspace with records.
///
/// A line that isn't a record is omitted and reported. Several parts of one result are added.
public struct RecordImport {
  /// Campuses that occur in the records.
  public private(set) var campuses: Set<String> = []
  /// By campus.
  public private(set) var venues: [String: VenueQuestions] = [:]
  /// Number of lines that are not empty.
  public private(set) var count = 0
  /// A warning for each invalid line.
  public private(set) var findings: [Finding] = []

  private struct Target {
    let table: RecordTable
    let columns: [(name: String, isBinary: Bool)]
    let statement: String
  }

  private let workspace: Workspace
  /// By the value of the member `record`.
  private let targets: [String: Target]
  /// Records with other names are skipped.
  private let wanted: Set<String>
  private var file: String?
  private var line = 0

  /// - Parameter wanted: Values of the member `record` to read.
  public init(into workspace: Workspace, only wanted: Set<String>) throws {
    self.workspace = workspace
    self.wanted = wanted
    targets = try workspace.database.read { database in
      try RecordTable.all.reduce(into: [:]) { targets, table in
        let columns = try database.columns(in: table.name)
          .filter { !table.omitted.contains($0.name) }
        targets[table.name] = Target(
          table: table, columns: columns.map { ($0.name, $0.type == "BLOB") },
          statement: table.insertion(of: columns.map(\.name)))
      }
    }
  }

  /// Reads whole lines up to the end of a file, with a transaction for each chunk.
  ///
  /// - Parameters:
  ///   - file: The file name in findings; nil for standard input.
  ///   - read: Returns the next bytes; nil at the end.
  /// - Throws: `DatabaseError` for errors of the disk, and errors of `read`.
  public mutating func add(file: String? = nil, reading read: () throws -> [UInt8]?) throws {
    self.file = file
    line = 0
    var rest: [UInt8] = []
    while let bytes = try read() {
      rest += bytes
      guard let end = bytes.lastIndex(of: UInt8(ascii: "\n")) else { continue }
      let complete = rest.count - bytes.count + end
      try add(rest[..<complete])
      rest.removeFirst(complete + 1)
    }
    if !rest.isEmpty { try add(rest[...]) }
  }

  private mutating func add(_ lines: ArraySlice<UInt8>) throws {
    try workspace.database.write { database in
      for text in lines.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
        line += 1
        if text.allSatisfy({ $0 <= 0x20 }) { continue }
        count += 1
        do {
          try add(line: text, in: database)
        } catch {
          guard Self.isOfRecord(error) else { throw error }
          findings.append(
            Finding(
              "Q_RECORD", subject: file,
              message: "the line is no record of a stage and was skipped", line: line))
        }
      }
    }
  }

  /// Whether the record, not the disk, is the cause of an error.
  private static func isOfRecord(_ error: any Error) -> Bool {
    if let error = error as? DatabaseError { return error.resultCode == .SQLITE_CONSTRAINT }
    return error is UnexpectedRecord || error is DecodingError
  }

  private static let start = Array("{\"record\":\"".utf8)

  private mutating func add(line: ArraySlice<UInt8>, in database: Database) throws {
    guard line.starts(with: Self.start) else { throw UnexpectedRecord() }
    let name = String(
      decoding: line.dropFirst(Self.start.count).prefix { $0 != UInt8(ascii: "\"") }, as: UTF8.self)
    guard targets[name] != nil || ["campus", "venue", "body"].contains(name) else {
      throw UnexpectedRecord()
    }
    guard wanted.contains(name) || name == "campus" else { return }
    let values = try RecordLine(line).values()
    guard let quoted = values["campus"] else { throw UnexpectedRecord() }
    let campus = try RecordLine.string(quoted)
    switch name {
    case "campus": break
    case "venue": try addVenue(values, of: campus)
    case "body": try addBody(values)
    default: if let target = targets[name] { try add(values, to: target, in: database) }
    }
    campuses.insert(campus)
  }

  private mutating func addVenue(_ values: [String: ArraySlice<UInt8>], of campus: String) throws {
    let query = try RecordCoding.record(VenueQuery.self, from: Array(values["query"] ?? []))
    venues[campus, default: VenueQuestions()].queries.append(query)
    if let point = query.coordinate, values["placeholder"]?.elementsEqual("true".utf8) == true {
      venues[campus]?.placeholders.insert(point)
    }
  }

  private func addBody(_ values: [String: ArraySlice<UInt8>]) throws {
    let sha256 = try RecordLine.string(values["sha256"] ?? [])
    let base64 = try RecordLine.string(values["base64"] ?? [])
    // The value becomes a file name.
    guard sha256.utf8.count == 64, sha256.allSatisfy(\.isHexDigit),
      let body = Data(base64Encoded: base64)
    else { throw UnexpectedRecord() }
    try workspace.bodies.store(Array(body), sha256: sha256)
  }

  private func add(
    _ values: [String: ArraySlice<UInt8>], to target: Target, in database: Database
  ) throws {
    var row: [String: DatabaseValue] = [:]
    for column in target.columns {
      guard let json = values[column.name] else {
        row[column.name] = .null
        continue
      }
      if RecordTable.jsonColumns.contains(column.name) {
        try target.table.check(Array(json), of: column.name)
      }
      row[column.name] = try Self.value(json, isBinary: column.isBinary)
    }
    try database.cachedStatement(sql: target.statement).execute(
      arguments: StatementArguments(row))
  }

  private static func value(_ json: ArraySlice<UInt8>, isBinary: Bool) throws -> DatabaseValue {
    switch json.first {
    case UInt8(ascii: "\""):
      let text = try RecordLine.string(json)
      guard isBinary else { return text.databaseValue }
      guard let data = Data(base64Encoded: text) else { throw UnexpectedRecord() }
      return data.databaseValue
    case UInt8(ascii: "{"), UInt8(ascii: "["):
      return isBinary
        ? Data(json).databaseValue : String(decoding: json, as: UTF8.self).databaseValue
    case UInt8(ascii: "n"): return .null
    default:
      guard let number = Int64(String(decoding: json, as: UTF8.self)) else {
        throw UnexpectedRecord()
      }
      return number.databaseValue
    }
  }
}

extension RecordTable {
  /// The statement that adds a row. Stage records and findings of several parts are added; any
  /// other row replaces the one with its key.
  fileprivate func insertion(of columns: [String]) -> String {
    let names = columns.joined(separator: ", ")
    let values = columns.map { ":\($0)" }.joined(separator: ", ")
    switch name {
    case "stageRecord":
      return """
        INSERT INTO stageRecord (\(names)) VALUES (\(values)) ON CONFLICT (stage, key) DO UPDATE SET
          read = read + excluded.read, accepted = accepted + excluded.accepted,
          rejected = rejected + excluded.rejected
        """
    case "finding":
      return """
        INSERT INTO finding (stage, key, payload, ordinal)
        SELECT :stage, :key, :payload,
          (SELECT count(*) FROM finding WHERE stage = :stage AND key = :key)
        WHERE NOT EXISTS
          (SELECT 1 FROM finding WHERE stage = :stage AND key = :key AND payload = :payload)
        """
    default: return "INSERT OR REPLACE INTO \(name) (\(names)) VALUES (\(values))"
    }
  }
}
