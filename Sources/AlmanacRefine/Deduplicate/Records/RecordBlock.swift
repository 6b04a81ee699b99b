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
  private(set) var statements = StatementBlock()
  private(set) var sources: [String] = []
  private(set) var campuses: [String] = []

  /// Of all records, in UTF-8.
  private(set) var ids: [UInt8] = []

  private var sourceNumbers: [UInt64: Int32] = [:]
  private var campusNumbers: [UInt64: Int32] = [:]
  /// By source, the campus that its name says; -1 where it was not asked yet.
  private var campusOfSource: [Int32] = []

  /// Members that the filter adds.
  public static let added = ["occurrence", "event", "match"]

  /// - Parameter text: Whole lines.
  public init(_ text: [UInt8]) {
    var reader = RecordReader()
    let isValid = String(validating: text, as: UTF8.self) != nil
    let span = text.span
    var start = 0
    while start < span.count {
      var end = start
      while end < span.count, span[end] != UInt8(ascii: "\n") { end += 1 }
      lineCount += 1
      if !Self.isBlank(span, start..<end) { add(span, start..<end, &reader, isValid: isValid) }
      start = end + 1
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
    let source = Self.number(reader.source[...], &sources, &sourceNumbers)
    let campus = campus(of: reader, source)
    var statement: Int32 = -1
    if let moment = reader.moment {
      statement = Int32(statements.statements.count)
      write(moment, of: source, reader)
    }
    let start = ids.count
    ids += reader.id
    records.append(
      Record(
        id: Stretch(from: start, to: ids.count), source: source, campus: campus,
        statement: statement, hash: Self.hash(text, range)))
  }

  func id(of record: Record) -> String { String(decoding: ids[record.id.range], as: UTF8.self) }

  /// Eight bytes at once, as it passes over the whole text.
  private static func hash(_ text: Span<UInt8>, _ range: Range<Int>) -> UInt64 {
    let line = text.extracting(range)
    var hash = StableHash.seed
    var index = 0
    while index &+ 8 <= line.count {
      var word: UInt64 = 0
      for offset in 0..<8 { word |= UInt64(line[index &+ offset]) << UInt64(offset &* 8) }
      hash = PhraseHash.step(hash, word)
      index &+= 8
    }
    while index < line.count {
      hash = StableHash.step(hash, line[index])
      index &+= 1
    }
    return hash
  }

  /// `campus`, else the part of `source` after `/`.
  private mutating func campus(of reader: RecordReader, _ source: Int32) -> Int32 {
    guard reader.campus.isEmpty else {
      return Self.number(reader.campus[...], &campuses, &campusNumbers)
    }
    while campusOfSource.count < sources.count { campusOfSource.append(-1) }
    if campusOfSource[Int(source)] < 0 {
      let slash = reader.source.firstIndex(of: UInt8(ascii: "/"))
      let name = slash.map { reader.source[($0 + 1)...] } ?? []
      campusOfSource[Int(source)] = Self.number(name, &campuses, &campusNumbers)
    }
    return campusOfSource[Int(source)]
  }

  /// The numbers stand under the names' hashes, a name whose place is taken in the next one.
  private static func number(
    _ name: ArraySlice<UInt8>, _ names: inout [String], _ numbers: inout [UInt64: Int32]
  ) -> Int32 {
    var hash = StableHash.bytes(name)
    while let number = numbers[hash] {
      if names[Int(number)].utf8.elementsEqual(name) { return number }
      hash &+= 1
    }
    let number = Int32(names.count)
    numbers[hash] = number
    names.append(String(decoding: name, as: UTF8.self))
    return number
  }

  private mutating func write(_ moment: Moment, of source: Int32, _ reader: RecordReader) {
    var statement = Statement(item: Int32(records.count), source: source, moment: moment)
    statements.setTitle(reader.title.span, of: &statement)
    let place = reader.place.isEmpty ? nil : String(decoding: reader.place, as: UTF8.self)
    let placement = place.map {
      Placement(place: $0, name: $0, confidence: 1, method: .decision)
    }
    statements.setVenue(reader.venue.span, placement, of: &statement)
    statements.setText(reader.text.span, of: &statement)
    if !reader.uid.isEmpty { statement.uid = StableHash.bytes(reader.uid) }
    if !reader.link.isEmpty, let link = LinkText(reader.link[...]) {
      statement.link = link.hash
      statement.host = link.hostHash
    }
    statements.append(statement)
  }
}
