import AlmanacModel
import AlmanacTime

/// Records of NDJSON, one a line, reduced to what is compared; a part of a file that one worker reads.
///
/// Members: `id`, `source`, `campus` (default: the part of `source` after `/`), `title`, `start`, `end`,
/// `allDay` or `allday`, `yearGuess` (as `inspect` prints it), `venue`, `place`, `url`, `uid`,
/// `description`. Absent, null and "" all mean unknown.
public struct RecordBlock: Sendable {
  struct Record: Sendable {
    let id: String
    /// Index in `sources`.
    let source: Int32
    /// Index in `campuses`.
    let campus: Int32
    /// Hash of the globally unique identifier; 0 if there is none.
    let uid: UInt64
    /// Indices in `texts.records`, one a day; empty for a record without a readable start, which cannot
    /// be the same occurrence as any other.
    let linkageRecords: IndexRange
    /// Seconds east of UTC that its start names.
    let offset: Int32?
    /// Of the line's bytes.
    let hash: UInt64
  }

  /// By record, its line in the text, without the line end.
  public private(set) var lines: [Range<Int>] = []
  /// Numbers of lines that are no JSON objects, counted from 1 at the block's start.
  public private(set) var badLines: [Int] = []
  /// How many lines the block has, with the blank ones.
  public private(set) var lineCount = 0
  private(set) var records: [Record] = []
  private(set) var texts = RecordTexts()
  private(set) var sources = NameIndex()
  private(set) var campuses = NameIndex()

  /// Members that the filter adds.
  public static let added: Set = ["occurrence", "event", "match"]

  /// In bytes; a part ends with a line, so that it may be longer.
  private static let partSize = 4 << 20

  /// Reads a text in parts, several at once.
  public static func read(_ text: [UInt8], workers: Int) async -> [RecordBlock] {
    var parts: [Range<Int>] = []
    while let start = parts.isEmpty ? 0 : parts.last?.upperBound, start < text.count {
      let rest = text[min(text.count, start + partSize)...]
      let end = rest.firstIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? text.count
      parts.append(start..<end)
    }
    return await concurrentMap(parts.count, least: 1, workers: workers) { [parts] range in
      range.map { RecordBlock(text, parts[$0]) }
    }.flatMap(\.self)
  }

  /// - Parameters:
  ///   - text: Of which the ranges of `lines` are parts.
  ///   - part: Whole lines of it; nil for all.
  public init(_ text: [UInt8], _ part: Range<Int>? = nil) {
    let part = part ?? text.indices
    var start = part.lowerBound
    while start < part.upperBound {
      let end = text.span.first(UInt8(ascii: "\n"), from: start, to: part.upperBound)
      lineCount += 1
      if !text[start..<end].allSatisfy({ $0 <= 0x20 }) {
        add(text.span.extracting(start..<end), at: start..<end)
      }
      start = end + 1
    }
    texts.finish()
  }

  private mutating func add(_ line: Span<UInt8>, at range: Range<Int>) {
    guard let value = try? JSONReading(parsing: line).value, let members = value.object else {
      badLines.append(lineCount)
      return
    }
    let source = value.text("source") ?? ""
    let uid = value.text("uid").map { StableHash.bytes($0.utf8) } ?? 0
    var (written, offset) = (IndexRange.empty, Int?.none)
    if let start = value.text("start").flatMap({ CalendarTime($0) }) {
      let end = value.text("end").flatMap { CalendarTime($0) }
      if case .zoned(let time) = start { offset = time.offset }
      let days = DatedListing.days(from: start, to: end)
      let isDay = members["allDay"]?.bool ?? members["allday"]?.bool ?? false
      let isYearOpen = value.text("yearGuess").flatMap(YearGuess.init)?.isOpen ?? false
      let moment = Moment(
        start, end: end, clock: start.civil, isDay: isDay,
        in: offset.map { Zone.fixed(offset: $0) } ?? .utc)
      let first = texts.records.count
      let moments = days?.map { Moment.day($0, in: .utc) } ?? [moment]
      add(value, isYearOpen: isYearOpen, at: moments)
      written = IndexRange(from: first, to: texts.records.count)
    }
    lines.append(range)
    records.append(
      Record(
        id: value.text("id") ?? "", source: sources.index(of: source),
        campus: campuses.index(of: value.campus ?? source), uid: uid, linkageRecords: written,
        offset: offset.map { Int32(clamping: $0) }, hash: line.stableHash))
  }

  private mutating func add(
    _ value: JSONValue, isYearOpen: Bool, at moments: [Moment]
  ) {
    guard let first = moments.first else { return }
    var record = LinkageRecord(item: Int32(records.count), source: 0, moment: first)
    let placement = value.text("place").map {
      Placement(place: $0, name: $0, confidence: 1, method: .decision)
    }
    texts.fill(
      &record, title: value.text("title") ?? "", venue: value.text("venue"), placement,
      text: value.text("description"), uid: value.text("uid"), link: value.text("url"))
    record.isSeries = moments.count > 1
    for moment in moments {
      record.moment = moment
      record.moment.isYearOpen = isYearOpen
      texts.append(record)
    }
  }
}

/// Indices of names, in the order in which they are first seen.
struct NameIndex: Sendable {
  private(set) var names: [String] = []
  private var indices: [String: Int32] = [:]

  mutating func index(of name: String) -> Int32 {
    if let index = indices[name] { return index }
    let index = Int32(names.count)
    indices[name] = index
    names.append(name)
    return index
  }
}
