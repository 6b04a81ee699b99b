import AlmanacTime

/// Writes one record as JSON (RFC 8259), members sorted by the bytes of their names.
///
/// Foundation's encoder builds a tree of every record before it writes it, and its decoder another one;
/// with some hundred thousand records a night that was most of what reading and saving them took. What
/// both write is the same, which a test holds.
final class RecordWriter: Encoder {
  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  private var bytes: [UInt8] = []
  private var frames: [Frame] = []
  /// Of all open objects; those of the innermost last.
  private var members: [Member] = []

  /// An object or an array that is not closed yet.
  private struct Frame {
    var isObject: Bool
    /// Where its first member begins, after the bracket.
    var start: Int
    /// The first of its members.
    var firstMember: Int
  }

  /// Where a member lies, from the quote before its name to the end of its value.
  private struct Member {
    var start: Int
    var nameEnd: Int
    var end: Int
  }

  static func text(of record: some Encodable) throws -> String {
    let writer = RecordWriter()
    writer.bytes.reserveCapacity(1_024)
    try writer.value(record)
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    KeyedEncodingContainer(RecordObject(self, frame: open(isObject: true)))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    RecordArray(self, frame: open(isObject: false))
  }

  func singleValueContainer() -> any SingleValueEncodingContainer { RecordValue(self) }

  func open(isObject: Bool) -> Int {
    bytes.append(UInt8(ascii: isObject ? "{" : "["))
    frames.append(Frame(isObject: isObject, start: bytes.count, firstMember: members.count))
    return frames.count
  }

  /// A record, or a part of one.
  func value(_ value: some Encodable) throws {
    let depth = frames.count
    let start = bytes.count
    try value.encode(to: self)
    close(to: depth)
    // Foundation writes what has no members as an object, too.
    if bytes.count == start { bytes += "{}".utf8 }
  }

  /// Closes what lies deeper than a frame, whose next member begins.
  func member(_ name: String, of frame: Int) {
    close(to: frame)
    let start = bytes.count
    string(name)
    members.append(Member(start: start, nameEnd: bytes.count, end: start))
    bytes.append(UInt8(ascii: ":"))
  }

  /// The same for an array.
  func element(of frame: Int) {
    close(to: frame)
    if bytes.count > frames[frame - 1].start { bytes.append(UInt8(ascii: ",")) }
  }

  func close(to depth: Int) {
    while frames.count > depth {
      let frame = frames.removeLast()
      if frame.isObject { order(from: frame.firstMember, of: frame.start) }
      members.removeSubrange(frame.firstMember...)
      bytes.append(UInt8(ascii: frame.isObject ? "}" : "]"))
    }
  }

  func null() { bytes += "null".utf8 }

  func bool(_ value: Bool) { bytes += value ? "true".utf8 : "false".utf8 }

  func integer(_ value: some BinaryInteger) {
    guard var rest = UInt64(exactly: value.magnitude) else {
      bytes += String(value).utf8
      return
    }
    if value < 0 { bytes.append(UInt8(ascii: "-")) }
    let start = bytes.count
    repeat {
      bytes.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10))
      rest /= 10
    } while rest > 0
    bytes[start...].reverse()
  }

  func number(_ value: Double) throws {
    guard value.isFinite else {
      throw EncodingError.invalidValue(
        value, EncodingError.Context(codingPath: [], debugDescription: "JSON has no such number"))
    }
    let text = value.description
    bytes += text.hasSuffix(".0") ? text.dropLast(2).utf8 : Substring(text).utf8
  }

  func string(_ text: String) {
    var room = ByteRoom(capacity: text.utf8.count + 2)
    room.append(UInt8(ascii: "\""))
    text.withUTF8Bytes { JSONEscape.append($0, to: &room) }
    room.append(UInt8(ascii: "\""))
    bytes += room.bytes
  }

  /// Sorts the members of an object and sets the commas between them; they end the text.
  private func order(from first: Int, of start: Int) {
    guard members.count > first else { return }
    for index in first..<members.count {
      members[index].end = index + 1 < members.count ? members[index + 1].start : bytes.count
    }
    let isSorted = (first + 1..<max(first + 1, members.count)).allSatisfy { precedes($0 - 1, $0) }
    var sorted = Array(first..<members.count)
    if !isSorted { sorted.sort(by: precedes) }
    var text: [UInt8] = []
    text.reserveCapacity(bytes.count - start + sorted.count)
    for index in sorted {
      if !text.isEmpty { text.append(UInt8(ascii: ",")) }
      text += bytes[members[index].start..<members[index].end]
    }
    bytes.replaceSubrange(start..., with: text)
  }

  private func precedes(_ left: Int, _ right: Int) -> Bool {
    // Without the quotes, of which the closing one sorts before some letters.
    let (left, right) = (members[left], members[right])
    return bytes[left.start + 1..<left.nameEnd - 1].lexicographicallyPrecedes(
      bytes[right.start + 1..<right.nameEnd - 1])
  }
}
