import AlmanacModel
import AlmanacTime
import Foundation

/// Reads one record after the other: says where its members stand, without copies of them.
struct RecordReader {
  /// Where a member's text stands: in the bytes that were read or, where these had escapes, in
  /// `decoded`; empty where it is not said.
  struct Field {
    fileprivate(set) var range = 0..<0
    fileprivate var isDecoded = false

    var isEmpty: Bool { range.isEmpty }
  }

  private(set) var title = Field()
  private(set) var venue = Field()
  private(set) var text = Field()
  private(set) var link = Field()
  private(set) var uid = Field()
  private(set) var id = Field()
  private(set) var source = Field()
  private(set) var place = Field()
  private(set) var campus = Field()
  private(set) var closing = 0
  private(set) var hasAddedMember = false
  private(set) var isEmpty = true

  private var start: RecordTime?
  private var end: RecordTime?
  private var isDay = false
  private var decoded: [UInt8] = []

  /// Seconds east of UTC that the start names; nil where it names none, or is a day.
  var offset: Int? { start?.offset }

  /// nil without a readable start.
  var moment: Moment? { start.map { Moment($0, end: end, isDay: isDay) } }

  /// - Parameter bytes: Those that were read last.
  @inline(__always)
  func with<Result>(
    _ field: Field, of bytes: Span<UInt8>, _ body: (Span<UInt8>) -> Result
  ) -> Result {
    field.isDecoded
      ? body(decoded.span.extracting(field.range)) : body(bytes.extracting(field.range))
  }

  func string(_ field: Field, of bytes: Span<UInt8>) -> String {
    with(field, of: bytes) { span in
      String(
        decoding: Array(capacity: span.count) { output in
          for index in span.indices { output.append(span[index]) }
        }, as: UTF8.self)
    }
  }

  /// False for what is no flat object; then the line is for `readAny`.
  mutating func readFlat(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Bool {
    clear()
    var scanner = FlatJSONScanner(bytes, range)
    while let member = scanner.next(bytes) { read(member, bytes) }
    closing = scanner.closing
    return scanner.isFlat && scanner.isComplete
  }

  /// By way of the complete decoder.
  mutating func readAny(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Bool {
    clear()
    let line = range.reduce(into: [UInt8]()) { $0.append(bytes[$1]) }
    let record: JSONValue
    do {
      record = try JSONDecoder().decode(JSONValue.self, from: Data(line))
    } catch {
      return false
    }
    guard let members = record.object else { return false }
    for (name, value) in members {
      isEmpty = false
      let key = name.withUTF8Span { RecordMember($0) }
      if let string = value.string, !string.isEmpty {
        let start = decoded.count
        decoded += string.utf8
        set(key, Field(range: start..<decoded.count, isDecoded: true), bytes)
      }
      if let flag = value.bool, key == .allDay { isDay = flag }
      if key == .added { hasAddedMember = true }
    }
    return true
  }

  private mutating func clear() {
    let none = Field()
    (title, venue, text, link, uid) = (none, none, none, none, none)
    (id, source, place, campus) = (none, none, none, none)
    (start, end, isDay, hasAddedMember, isEmpty) = (nil, nil, false, false, true)
    decoded.removeAll(keepingCapacity: true)
  }

  private mutating func read(_ member: FlatJSONScanner.Member, _ bytes: Span<UInt8>) {
    isEmpty = false
    let key = RecordMember(bytes.extracting(member.name))
    guard let key else { return }
    if key == .added { hasAddedMember = true }
    switch member.kind {
    case .true: if key == .allDay { isDay = true }
    case .false: if key == .allDay { isDay = false }
    case .number, .null: break
    case .string:
      if !member.value.isEmpty { set(key, Field(range: member.value, isDecoded: false), bytes) }
    case .escapedString:
      let start = decoded.count
      JSONEscapes.decode(bytes, member.value, into: &decoded)
      set(key, Field(range: start..<decoded.count, isDecoded: true), bytes)
    }
  }

  private mutating func set(_ key: RecordMember?, _ value: Field, _ bytes: Span<UInt8>) {
    switch key {
    case .id: id = value
    case .source: source = value
    case .campus: campus = value
    case .place: place = value
    case .title: title = value
    case .venue: venue = value
    case .description: text = value
    case .url: link = value
    case .uid: uid = value
    case .start: start = with(value, of: bytes) { RecordTime($0) }
    case .end: end = with(value, of: bytes) { RecordTime($0) }
    case .allDay, .added, nil: break
    }
  }
}

/// The members that deduplication reads, and those that it writes.
enum RecordMember {
  case id, source, campus, title, start, end, allDay, venue, place, url, uid, description, added

  /// A million records have ten members each: the last eight bytes of a name and its length say
  /// which it is.
  init?(_ name: Span<UInt8>) {
    guard name.count <= 11 else { return nil }
    var bytes: UInt64 = 0
    for index in 0..<name.count { bytes = bytes << 8 | UInt64(name[index]) }
    switch (name.count, bytes) {
    case (2, 0x6964): self = .id
    case (6, 0x736f_7572_6365): self = .source
    case (6, 0x6361_6d70_7573): self = .campus
    case (5, 0x74_6974_6c65): self = .title
    case (5, 0x73_7461_7274): self = .start
    case (3, 0x65_6e64): self = .end
    case (6, 0x616c_6c44_6179), (6, 0x616c_6c64_6179): self = .allDay
    case (5, 0x76_656e_7565): self = .venue
    case (5, 0x70_6c61_6365): self = .place
    case (3, 0x75_726c): self = .url
    case (3, 0x75_6964): self = .uid
    case (11, 0x6372_6970_7469_6f6e): self = .description
    case (10, 0x6375_7272_656e_6365), (5, 0x65_7665_6e74), (5, 0x6d_6174_6368): self = .added
    default: return nil
    }
  }
}
