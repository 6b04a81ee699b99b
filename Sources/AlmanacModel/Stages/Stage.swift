/// A step of the pipeline that converts typed records and reports findings.
///
/// The pipeline chooses the chunks of records, so that memory does not grow with a source's size:
/// one capture for parse, some thousand records for geocode and categorize, one campus for
/// deduplicate. A stage throws only if no record can succeed; it rejects a bad record with a
/// finding.
public protocol Stage<Input, Output>: Sendable {
  associatedtype Input: Sendable
  associatedtype Output: Sendable

  static var name: StageName { get }

  func run(_ records: [Input]) async throws -> Batch<Output>
}
