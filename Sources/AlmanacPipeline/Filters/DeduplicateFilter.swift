public import AlmanacModel
import AlmanacRecords
import AlmanacRefine
public import Foundation

/// `almanac deduplicate` on NDJSON.
///
/// A record is written as it came, with the members `occurrence`, `event` and `match` added.
public struct DeduplicateFilter: LineFilter {
  public static let stage = StageName.deduplicate

  private let workers: Int

  public init(workers: Int = ProcessInfo.processInfo.activeProcessorCount) {
    self.workers = workers
  }

  public func run(
    _ input: [UInt8], progress: ProgressSink, write: ([UInt8]) throws -> Void
  ) async throws -> [Finding] {
    progress.report(.began(Self.stage))
    let blocks = await RecordBlock.read(input, workers: workers)
    var findings: [Finding] = []
    var first = 0
    for block in blocks {
      findings += block.badLines.map { .badRecord(line: first + $0) }
      first += block.lineCount
    }
    if blocks.allSatisfy(\.lines.isEmpty) && !findings.isEmpty { throw RecordFilterError() }
    progress.report(.expects(blocks.reduce(0) { $0 + $1.lines.count }, .records, of: nil))
    let matches = await RecordMatches(of: blocks, workers: workers, tally: progress.tally)
    try await OrderedWorkers.run(Array(blocks.enumerated()), width: workers) { number, block in
      try block.lines.enumerated().reduce(into: [UInt8]()) { lines, line in
        lines += try RecordLine(input[line.element]).replacing(
          RecordBlock.added, with: matches.members(block: number, record: line.offset))
      }
    } receive: {
      try write($0)
    }
    return findings
  }
}
