import AlmanacModel
import AlmanacTime

/// How the texts of records are escaped (RFC 8259 section 7): what must be, and nothing else.
enum JSONEscape {
  /// The first byte from an index on that must be; the count where there is none.
  private static func endOfPlain(from start: Int, in text: UnsafeBufferPointer<UInt8>) -> Int {
    let raw = UnsafeRawBufferPointer(text)
    var index = start
    while index &+ 16 <= text.count {
      let plain = JSONBytes.plainBytes(
        in: raw.loadUnaligned(fromByteOffset: index, as: SIMD16<UInt8>.self))
      index &+= plain
      if plain < 16 { return index }
    }
    while index < text.count {
      let byte = text[index]
      if byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") { return index }
      index &+= 1
    }
    return index
  }

  static func append(_ text: UnsafeBufferPointer<UInt8>, to room: inout ByteRoom) {
    var start = 0
    while true {
      let end = endOfPlain(from: start, in: text)
      room.append(UnsafeBufferPointer(rebasing: text[start..<end]))
      guard end < text.count else { return }
      append(text[end], to: &room)
      start = end + 1
    }
  }

  private static func append(_ byte: UInt8, to room: inout ByteRoom) {
    room.append(UInt8(ascii: "\\"))
    switch byte {
    case 0x08: room.append(UInt8(ascii: "b"))
    case 0x09: room.append(UInt8(ascii: "t"))
    case 0x0a: room.append(UInt8(ascii: "n"))
    case 0x0c: room.append(UInt8(ascii: "f"))
    case 0x0d: room.append(UInt8(ascii: "r"))
    case 0x00..<0x20:
      room.append(ascii: byte < 16 ? "u000" : "u00")
      room.append(ascii: String(byte, radix: 16))
    default: room.append(byte)
    }
  }
}
