import AlmanacModel
import Foundation

/// Reads one record after the other, in the memory of the one before.
struct RecordReader {
  private(set) var title: [UInt8] = []
  private(set) var venue: [UInt8] = []
  private(set) var text: [UInt8] = []
  private(set) var link: [UInt8] = []
  private(set) var uid: [UInt8] = []
  private(set) var id = ""
  private(set) var source = ""
  private(set) var place = ""
  private(set) var closing = 0
  private(set) var hasAddedMember = false
  private(set) var isEmpty = true

  private var start: RecordTime?
  private var end: RecordTime?
  private var isDay = false
  private var statedCampus = ""
  private var scratch: [UInt8] = []

  /// nil without a readable start.
  var moment: Moment? { start.map { Moment($0, end: end, isDay: isDay) } }

  /// `campus`, else the part of `source` after `/`.
  var campus: String {
    if !statedCampus.isEmpty { return statedCampus }
    guard let slash = source.utf8.firstIndex(of: UInt8(ascii: "/")) else { return "" }
    return String(source[source.index(after: slash)...])
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
    (id, source, place, statedCampus) = ("", "", "", "")
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
    case .id: id = Self.string(value)
    case .source: source = Self.string(value)
    case .campus: statedCampus = Self.string(value)
    case .place: place = Self.string(value)
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

  private static func string(_ value: Span<UInt8>) -> String {
    String(decoding: (0..<value.count).map { value[$0] }, as: UTF8.self)
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

  init?(_ name: Span<UInt8>) {
    var hash = StableHash.seed
    for index in 0..<name.count { hash = StableHash.step(hash, name[index]) }
    guard let member = Self.byHash[hash] else { return nil }
    self = member
  }

  private static let byHash: [UInt64: RecordMember] = {
    let names: [(String, RecordMember)] = [
      ("id", .id), ("source", .source), ("campus", .campus), ("title", .title),
      ("start", .start), ("end", .end), ("allDay", .allDay), ("allday", .allDay),
      ("venue", .venue), ("place", .place), ("url", .url), ("uid", .uid),
      ("description", .description),
    ]
    var byHash: [UInt64: RecordMember] = [:]
    for (name, member) in names { byHash[StableHash.bytes(name.utf8)] = member }
    for name in RecordBlock.added { byHash[StableHash.bytes(name.utf8)] = .added }
    return byHash
  }()
}
