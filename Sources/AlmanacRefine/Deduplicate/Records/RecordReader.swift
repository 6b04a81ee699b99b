import AlmanacModel
import Foundation

/// Reads one record after the other, in the memory of the one before.
struct RecordReader {
  private(set) var title: [UInt8] = []
  private(set) var venue: [UInt8] = []
  private(set) var text: [UInt8] = []
  private(set) var link: [UInt8] = []
  private(set) var uid: [UInt8] = []
  private(set) var id: [UInt8] = []
  private(set) var source: [UInt8] = []
  private(set) var place: [UInt8] = []
  /// As the record says it; empty where it doesn't.
  private(set) var campus: [UInt8] = []
  private(set) var closing = 0
  private(set) var hasAddedMember = false
  private(set) var isEmpty = true

  private var start: RecordTime?
  private var end: RecordTime?
  private var isDay = false
  private var scratch: [UInt8] = []

  /// nil without a readable start.
  var moment: Moment? { start.map { Moment($0, end: end, isDay: isDay) } }

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
      let key = RecordMember(name.utf8Span.span)
      if let string = value.string, !string.isEmpty { set(key, string.utf8Span.span) }
      if let flag = value.bool, key == .allDay { isDay = flag }
      if key == .added { hasAddedMember = true }
    }
    return true
  }

  private mutating func clear() {
    title.removeAll(keepingCapacity: true)
    venue.removeAll(keepingCapacity: true)
    text.removeAll(keepingCapacity: true)
    link.removeAll(keepingCapacity: true)
    uid.removeAll(keepingCapacity: true)
    id.removeAll(keepingCapacity: true)
    source.removeAll(keepingCapacity: true)
    place.removeAll(keepingCapacity: true)
    campus.removeAll(keepingCapacity: true)
    (start, end, isDay, hasAddedMember, isEmpty) = (nil, nil, false, false, true)
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
    case .string: if !member.value.isEmpty { set(key, bytes.extracting(member.value)) }
    case .escapedString:
      var decoded: [UInt8] = []
      swap(&decoded, &scratch)
      JSONEscapes.decode(bytes, member.value, into: &decoded)
      set(key, decoded.span)
      swap(&decoded, &scratch)
    }
  }

  private mutating func set(_ key: RecordMember?, _ value: Span<UInt8>) {
    switch key {
    case .id: Self.copy(value, to: &id)
    case .source: Self.copy(value, to: &source)
    case .campus: Self.copy(value, to: &campus)
    case .place: Self.copy(value, to: &place)
    case .title: Self.copy(value, to: &title)
    case .venue: Self.copy(value, to: &venue)
    case .description: Self.copy(value, to: &text)
    case .url: Self.copy(value, to: &link)
    case .uid: Self.copy(value, to: &uid)
    case .start: start = RecordTime(value)
    case .end: end = RecordTime(value)
    case .allDay, .added, nil: break
    }
  }

  private static func copy(_ value: Span<UInt8>, to bytes: inout [UInt8]) {
    bytes.removeAll(keepingCapacity: true)
    bytes.reserveCapacity(value.count)
    for index in 0..<value.count { bytes.append(value[index]) }
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
