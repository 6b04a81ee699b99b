/// The result of a stage for some records: the accepted records in order, and the findings.
public struct Batch<Record: Sendable>: Sendable {
  public private(set) var records: [Record] = []
  public private(set) var findings: [Finding] = []
  /// Number of rejected records.
  public private(set) var rejected = 0

  public init() {}

  public mutating func keep(_ record: Record) { records.append(record) }

  /// Accepts a record with a finding about it.
  public mutating func keep(_ record: Record, noting finding: Finding) {
    records.append(record)
    findings.append(finding)
  }

  public mutating func reject(because finding: Finding) {
    rejected += 1
    findings.append(finding)
  }

  /// Rejects a record without a finding: it is valid but is not passed on.
  public mutating func reject() { rejected += 1 }

  public mutating func note(_ finding: Finding) { findings.append(finding) }

  public mutating func note(contentsOf more: [Finding]) { findings.append(contentsOf: more) }

  public mutating func append(_ other: Batch<Record>) {
    records.append(contentsOf: other.records)
    findings.append(contentsOf: other.findings)
    rejected += other.rejected
  }
}
