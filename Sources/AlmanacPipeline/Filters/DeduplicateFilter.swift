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
        if let closing = line.closing {
          lines += text[(text.startIndex + line.range.lowerBound)..<(text.startIndex + closing)]
          if !line.isEmpty { lines.append(UInt8(ascii: ",")) }
          lines += members
        } else {
          let range = line.range
          let start = text.startIndex
          lines += try Self.rewritten(
            text[(start + range.lowerBound)..<(start + range.upperBound)], members)
        }
        lines += [UInt8(ascii: "}"), UInt8(ascii: "\n")]
      }
    }
    return (lines, findings)
  }

  private static func bad(line: Int) -> Finding {
    Finding("Q_RECORD", message: "the line is no JSON object; it was left out", line: line)
  }

  /// With the members that a run before had added taken away; as yet without its closing brace.
  private static func rewritten(_ line: ArraySlice<UInt8>, _ members: [UInt8]) throws -> [UInt8] {
    let record = try JSONDecoder().decode(JSONValue.self, from: Data(line))
    var json = JSONWriter()
    json.beginObject()
    for (name, value) in (record.object ?? [:]).sorted(by: { $0.key < $1.key })
    where !RecordBlock.added.contains(name) {
      json.key(name)
      json.value(value)
    }
    let isEmpty = json.bytes.count == 1
    return json.bytes + (isEmpty ? [] : [UInt8(ascii: ",")]) + members
  }
}
