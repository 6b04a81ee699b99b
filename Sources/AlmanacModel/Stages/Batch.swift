/// What a stage made of its records: those kept in their order, and what there is to say.
public struct Batch<Record: Sendable>: Sendable {
  public private(set) var records: [Record] = []
  public private(set) var findings: [Finding] = []
  /// Records set aside.
  public private(set) var dropped = 0

  public init() {}

  public mutating func keep(_ record: Record) { records.append(record) }

  /// Keeps the record and notes what was seen on the way.
  public mutating func keep(_ record: Record, noting finding: Finding) {
    records.append(record)
    findings.append(finding)
  }

  public mutating func drop(because finding: Finding) {
    dropped += 1
    findings.append(finding)
  }

  /// Leaves a record out without a finding: it is not wrong, only not ours to pass on.
  public mutating func drop() { dropped += 1 }

  public mutating func note(_ finding: Finding) { findings.append(finding) }

  public mutating func note(contentsOf more: [Finding]) { findings.append(contentsOf: more) }

  public mutating func append(_ other: Batch<Record>) {
    records.append(contentsOf: other.records)
    findings.append(contentsOf: other.findings)
    dropped += other.dropped
  }
}
