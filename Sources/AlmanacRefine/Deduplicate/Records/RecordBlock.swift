import AlmanacModel
import AlmanacTime
import Foundation

/// Records of NDJSON, one a line, reduced to what deduplication compares; a part of a file that one
/// worker reads.
///
/// Members: `id`, `source`, `campus` (else the part of `source` after `/`), `title`, `start`, `end`,
/// `allDay` or `allday`, `venue`, `place`, `url`, `uid`, `description`. Absent, null and "" all mean
/// unknown.
public struct RecordBlock: Sendable {
  /// What is to be known of a line that is a record.
  struct Record: Sendable {
    /// In `ids`.
    let id: Stretch
    let source: Int32
    let campus: Int32
    /// In `statements`; -1 for a record without a readable start, which is no happening that others
    /// could state.
    let statement: Int32
    /// Seconds east of UTC that its start names.
    let offset: Int32?
    /// Of the source and the id.
    let name: UInt64
    /// Of the line's bytes.
    let hash: UInt64
  }

  /// Where a record stands, and how members are added to it.
  public struct Line: Sendable {
    /// Of the line in the block's text, without its end.
    public let range: Range<Int>
    /// Where the object's closing brace stands; nil where the line must be written anew, because it
    /// is no flat object or has members of the added names.
    public let closing: Int?
    /// The object has no members yet.
    public let isEmpty: Bool
  }

  public private(set) var lines: [Line] = []
  /// Numbers of lines that are no JSON objects, counted from 1 at the block's start.
  public private(set) var badLines: [Int] = []
  /// How many lines the block has, with the blank ones.
  public private(set) var lineCount = 0
  private(set) var records: [Record] = []
  private(set) var statements: StatementTexts
  private(set) var sources = NameNumbers()
  private(set) var campuses = NameNumbers()

  /// Of all records, in UTF-8.
  private(set) var ids: [UInt8] = []

  private var writer = StatementBlock()
  /// By source, the campus that its name says; -1 where it was not asked yet.
  private var campusOfSource: [Int32] = []

  /// Members that the filter adds.
  public static let added = ["occurrence", "event", "match"]

  /// - Parameter text: Whole lines.
  public init(_ text: [UInt8]) {
    statements = StatementTexts(writer)
    var reader = RecordReader()
    let span = text.span
    let isValid = Self.isValid(span)
    var start = 0
    while start < span.count {
      let end = span.first(UInt8(ascii: "\n"), from: start, to: span.count)
      lineCount += 1
      if !Self.isBlank(span, start..<end) { add(span, start..<end, &reader, isValid: isValid) }
      start = end + 1
    }
    statements = StatementTexts(writer)
    writer = StatementBlock()
  }

  /// Whether it is UTF-8.
  private static func isValid(_ text: Span<UInt8>) -> Bool {
    do {
      _ = try UTF8Span(validating: text)
      return true
    } catch {
      return false
    }
  }

  private static func isBlank(_ text: Span<UInt8>, _ range: Range<Int>) -> Bool {
    for index in range where text[index] > 0x20 { return false }
    return true
  }

  private mutating func add(
    _ text: Span<UInt8>, _ range: Range<Int>, _ reader: inout RecordReader, isValid: Bool
  ) {
    var closing: Int?
    if isValid, reader.readFlat(text, range) {
      closing = reader.hasAddedMember ? nil : reader.closing
    } else if !reader.readAny(text, range) {
      badLines.append(lineCount)
      return
    }
    lines.append(Line(range: range, closing: closing, isEmpty: reader.isEmpty))
    let source = reader.with(reader.source, of: text) { sources.number(of: $0) }
    let campus = campus(of: reader, source, text)
    var statement: Int32 = -1
    if let moment = reader.moment {
      statement = Int32(writer.statements.count)
      write(moment, of: source, reader, text)
    }
    let start = ids.count
    var name = sources.hash(of: source)
    reader.with(reader.id, of: text) { id in
      for index in id.indices { name = StableHash.step(name, id[index]) }
      id.append(id.indices, to: &ids)
    }
    records.append(
      Record(
        id: Stretch(from: start, to: ids.count), source: source, campus: campus,
        statement: statement, offset: reader.offset.map { Int32(clamping: $0) }, name: name,
        hash: Self.hash(text, range)))
  }

  func id(of record: Record) -> String { String(decoding: ids[record.id.range], as: UTF8.self) }

  /// Eight bytes at once, as it passes over the whole text.
  private static func hash(_ text: Span<UInt8>, _ range: Range<Int>) -> UInt64 {
    var hash = StableHash.seed
    var index = range.lowerBound
    while index &+ 8 <= range.upperBound {
      hash = PhraseHash.step(hash, text.word(at: index))
      index &+= 8
    }
    while index < range.upperBound {
      hash = StableHash.step(hash, text[index])
      index &+= 1
    }
    return hash
  }

  /// `campus`, else the part of `source` after `/`.
  private mutating func campus(
    of reader: RecordReader, _ source: Int32, _ text: Span<UInt8>
  ) -> Int32 {
    guard reader.campus.isEmpty else {
      return reader.with(reader.campus, of: text) { campuses.number(of: $0) }
    }
    while campusOfSource.count < sources.count { campusOfSource.append(-1) }
    if campusOfSource[Int(source)] < 0 {
      campusOfSource[Int(source)] = reader.with(reader.source, of: text) { name in
        let slash = name.first(UInt8(ascii: "/"), from: 0, to: name.count)
        return campuses.number(of: name.extracting(min(slash + 1, name.count)..<name.count))
      }
    }
    return campusOfSource[Int(source)]
  }

  private mutating func write(
    _ moment: Moment, of source: Int32, _ reader: RecordReader, _ text: Span<UInt8>
  ) {
    var statement = Statement(item: Int32(records.count), source: source, moment: moment)
    reader.with(reader.title, of: text) { writer.setTitle($0, of: &statement) }
    let place = reader.place.isEmpty ? nil : reader.string(reader.place, of: text)
    let placement = place.map {
      Placement(place: $0, name: $0, confidence: 1, method: .decision)
    }
    reader.with(reader.venue, of: text) { writer.setVenue($0, placement, of: &statement) }
    reader.with(reader.text, of: text) { writer.setText($0, of: &statement) }
    if !reader.uid.isEmpty {
      statement.uid = reader.with(reader.uid, of: text) { $0.stableHash }
    }
    if let link = reader.with(reader.link, of: text, { LinkText.hashes(of: $0) }) {
      (statement.link, statement.host, statement.itemNumber) = link
    }
    writer.append(statement)
  }
}
