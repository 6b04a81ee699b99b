import AlmanacModel
import AlmanacPipeline

/// Labeled data as NDJSON.
enum LabeledLines {
  /// Reads the lines that are not empty. One that can't be used is reported and left out.
  ///
  /// - Parameters:
  ///   - mistake: What is wrong with such a line.
  ///   - make: Makes a record of a line, whose number is one-based; nil if it can't be used.
  static func read<Record>(
    _ bytes: [UInt8], mistake: String, _ make: (_ number: Int, [UInt8]) throws -> Record?
  ) -> (records: [Record], findings: [Finding]) {
    var records: [Record] = []
    var findings: [Finding] = []
    let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    for (index, line) in lines.enumerated() where !line.allSatisfy({ $0 <= 0x20 }) {
      if let record = try? make(index + 1, Array(line)) {
        records.append(record)
      } else {
        findings.append(
          Finding("Q_RECORD", message: "\(mistake); it was left out", line: index + 1))
      }
    }
    return (records, findings)
  }
}
