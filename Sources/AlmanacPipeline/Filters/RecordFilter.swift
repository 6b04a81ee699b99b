public import AlmanacModel
import AlmanacRecords

/// A stage without a workspace: NDJSON in, the same records out with what the stage adds.
public protocol LineFilter: Sendable {
  /// What is done to the records.
  static var stage: StageName { get }

  /// A line that is no JSON object is reported with its number and skipped.
  ///
  /// - Parameters:
  ///   - progress: Reports the progress of reading, then that of the records.
  ///   - write: Receives the lines in their order, in parts.
  /// - Throws: `RecordFilterError` where no line is a record, though there are lines.
  func run(
    _ input: [UInt8], progress: ProgressSink, write: ([UInt8]) throws -> Void
  ) async throws -> [Finding]
}

extension LineFilter {
  /// Unwatched.
  public func run(_ input: [UInt8]) async throws -> (lines: [UInt8], findings: [Finding]) {
    var lines: [UInt8] = []
    let findings = try await run(input, progress: .unwatched) { lines += $0 }
    return (lines, findings)
  }
}

/// A filter that works on decoded records.
public protocol RecordFilter: LineFilter {
  /// Gives for each record the members to add, in the records' order.
  func additions(to records: [JSONValue], tally: WorkTally) async throws -> FilterAdditions
}

/// What a filter adds to each record, and what there is to say.
public struct FilterAdditions: Sendable {
  public var members: [[(name: String, value: JSONValue)]]
  public var findings: [Finding]
}

/// Every line of the input was unusable.
public struct RecordFilterError: Error, CustomStringConvertible {
  public init() {}

  public var description: String {
    "no line of the input is a record; every line must be one JSON object"
  }
}

extension RecordFilter {
  /// Reads records, one a line, and writes them with the additions; unknown members pass through.
  /// A line that is no JSON object is reported with its number and left out.
  public func run(
    _ input: [UInt8], progress: ProgressSink, write: ([UInt8]) throws -> Void
  ) async throws -> [Finding] {
    progress.report(.began(Self.stage))
    var records: [JSONValue] = []
    var texts: [RecordLine] = []
    var findings: [Finding] = []
    let lines = input.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    progress.report(.expects(lines.count, .records, of: "reading"))
    for (index, line) in lines.enumerated() {
      progress.report(.advanced(1))
      if line.allSatisfy({ $0 <= 0x20 }) { continue }
      do {
        let record = try JSONReading(parsing: Array(line)).value
        guard record.object != nil else { throw RecordFilterError() }
        records.append(record)
        texts.append(RecordLine(line))
      } catch {
        findings.append(.badRecord(line: index + 1))
      }
    }
    if records.isEmpty && !findings.isEmpty { throw RecordFilterError() }
    progress.report(.expects(records.count, .records, of: nil))
    let additions = try await additions(to: records, tally: progress.tally)
    var output: [UInt8] = []
    output.reserveCapacity(input.count * 2)
    for (text, added) in zip(texts, additions.members) {
      output += try text.replacing(Set(added.map(\.name)), with: Self.members(added))
    }
    try write(output)
    return findings + additions.findings
  }

  /// JSON without braces.
  private static func members(_ added: [(name: String, value: JSONValue)]) -> [UInt8] {
    var json = JSONWriter()
    json.beginObject()
    for (name, value) in added {
      json.key(name)
      json.value(value)
    }
    return Array(json.bytes.dropFirst())
  }
}

extension Finding {
  static func badRecord(line: Int) -> Finding {
    Finding("Q_RECORD", message: "the line is no JSON object; it was left out", line: line)
  }
}

extension JSONValue {
  static func optional(_ text: String?) -> JSONValue { text.map(JSONValue.string) ?? .null }
}
