/// One step of the pipeline: typed records in, typed records and findings out.
///
/// The pipeline chooses the chunks, so that memory does not grow with a source's size: one capture
/// for parse, some thousand records for geocode and categorize, one campus for deduplicate.
/// A stage throws only when no record could succeed; one bad record is dropped with its finding.
public protocol Stage<Input, Output>: Sendable {
  associatedtype Input: Sendable
  associatedtype Output: Sendable

  static var name: StageName { get }

  func run(_ records: [Input]) async throws -> Batch<Output>
}
