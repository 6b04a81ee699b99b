import AlmanacModel
import AlmanacPipeline
import Foundation

/// Labeled data, and the results of a command.
enum LabFiles {
  /// Reads the lines of NDJSON that are not empty. A line that can't be used is reported and left out.
  ///
  /// - Parameter make: Makes a record of a line, whose number is one-based.
  /// - Throws: `RecordFilterError` if no line can be used.
  static func records<Record>(
    in bytes: [UInt8], _ make: (_ line: Int, JSONValue) throws -> Record
  ) throws(RecordFilterError) -> (records: [Record], findings: [Finding]) {
    var records: [Record] = []
    var findings: [Finding] = []
    let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    for (index, line) in lines.enumerated() where !line.allSatisfy({ $0 <= 0x20 }) {
      do {
        records.append(try make(index + 1, try JSONValue(parsing: Array(line))))
      } catch {
        findings.append(
          Finding("Q_RECORD", message: "\(error); the line was left out", line: index + 1))
      }
    }
    guard !records.isEmpty else { throw RecordFilterError() }
    return (records, findings)
  }

  /// Prints findings about a file on standard error.
  static func report(_ findings: [Finding], in file: String) throws {
    for finding in findings {
      try FileHandle.standardError.write(
        contentsOf: Data("\(TerminalText.line(of: finding, in: file))\n".utf8))
    }
  }

  /// Prints a result on standard output.
  static func print(_ result: some Encodable) throws {
    try FileHandle.standardOutput.write(contentsOf: Data(line(of: result)))
  }

  /// A line of JSON, its members sorted by name. A member that is unknown is absent.
  static func line(of result: some Encodable) throws -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return Array(try encoder.encode(result)) + [UInt8(ascii: "\n")]
  }
}

extension Double {
  func rounded(to decimals: Int) -> Double {
    let factor = pow(10, Double(decimals))
    return (self * factor).rounded() / factor
  }
}
