public import AlmanacModel
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

  public func run(_ input: [UInt8], progress: ProgressSink) async throws
    -> (lines: [UInt8], findings: [Finding])
  {
    progress.tell(.began(Self.stage))
    let parts = RecordBlocks.parts(of: input)
    let blocks = await RecordBlocks.read(input, parts, workers: workers)
    var findings: [Finding] = []
    var first = 0
    for block in blocks {
      findings += block.badLines.map { Self.bad(line: first + $0) }
      first += block.lineCount
    }
    if blocks.allSatisfy(\.lines.isEmpty) && !findings.isEmpty { throw RecordFilterError() }
    progress.tell(.expects(blocks.reduce(0) { $0 + $1.lines.count }, .records, of: nil))
    let matches = await RecordDeduplicator(workers: workers, tally: progress.tally).run(blocks)
    var lines: [UInt8] = []
    lines.reserveCapacity(input.count + input.count / 4)
    for (number, block) in blocks.enumerated() {
      let text = input[parts[number]]
      for (index, line) in block.lines.enumerated() {
        var members: [UInt8] = []
        matches.appendMembers(block: number, record: index, to: &members)
        let (range, start) = (line.range, text.startIndex)
        if let closing = line.closing {
          lines += text[(start + range.lowerBound)..<(start + closing)]
          if !line.isEmpty { lines.append(UInt8(ascii: ",")) }
          lines += members + [UInt8(ascii: "}"), UInt8(ascii: "\n")]
        } else {
          lines += try RecordLine(
            text[(start + range.lowerBound)..<(start + range.upperBound)]
          ).replacing(Set(RecordBlock.added), with: members)
        }
      }
    }
    return (lines, findings)
  }

  private static func bad(line: Int) -> Finding {
    Finding("Q_RECORD", message: "the line is no JSON object; it was left out", line: line)
  }
}
