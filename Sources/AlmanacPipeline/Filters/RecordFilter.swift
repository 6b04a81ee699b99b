public import AlmanacModel
import Foundation

/// A stage without a workspace: NDJSON in, the same records out with what the stage adds.
public protocol RecordFilter: Sendable {
  /// Gives for each record the members to add, in the records' order.
  func additions(to records: [JSONValue]) async throws -> [[(name: String, value: JSONValue)]]
}

/// A line of the input that is no record.
public struct RecordFilterError: Error, CustomStringConvertible {
  /// One-based.
  public var line: Int
  public var reason: String

  public var description: String {
    "line \(line) of the input \(reason); every line must be one JSON object"
  }
}

extension RecordFilter {
  /// Reads records, one a line, and writes them with the additions; unknown members pass through.
  ///
  /// - Throws: `RecordFilterError` for a line that is no JSON object.
  public func run(_ input: [UInt8]) async throws -> [UInt8] {
    var records: [JSONValue] = []
    let lines = input.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    for (index, line) in lines.enumerated() where !line.allSatisfy({ $0 <= 0x20 }) {
      guard let record = try? JSONDecoder().decode(JSONValue.self, from: Data(line)),
        record.object != nil
      else { throw RecordFilterError(line: index + 1, reason: "is no JSON object") }
      records.append(record)
    }
    var json = JSONWriter()
    for (record, added) in zip(records, try await additions(to: records)) {
      write(record, added, to: &json)
    }
    return json.bytes
  }

  private func write(
    _ record: JSONValue, _ added: [(name: String, value: JSONValue)], to json: inout JSONWriter
  ) {
    let names = Set(added.map(\.name))
    json.beginObject()
    for (name, value) in (record.object ?? [:]).sorted(by: { $0.key < $1.key })
    where !names.contains(name) {
      json.key(name)
      json.value(value)
    }
    for (name, value) in added {
      json.key(name)
      json.value(value)
    }
    json.endObject()
    json.endLine()
  }
}

extension JSONValue {
  /// A text that says something: absent, null and "" all mean unknown.
  func text(_ name: String) -> String? {
    guard let text = self[name]?.string, !text.isEmpty else { return nil }
    return text
  }

  /// `campus`, else the part of `source` after `/`.
  var campus: String? {
    if let campus = text("campus") { return campus }
    guard let source = text("source"), let slash = source.firstIndex(of: "/") else { return nil }
    return String(source[source.index(after: slash)...])
  }

  static func optional(_ text: String?) -> JSONValue { text.map(JSONValue.string) ?? .null }
}
