import AlmanacModel
import AlmanacTime

/// How the texts of records are escaped (RFC 8259 section 7): what must be, and nothing else.
enum JSONEscape {
  static func append(_ text: UnsafeBufferPointer<UInt8>, to room: inout ByteRoom) {
    var index = 0
    while true {
      index = appendPlain(text, from: index, to: &room)
      guard index < text.count else { return }
      append(text[index], to: &room)
      index &+= 1
    }
  }

  /// Appends what stands before the next byte that must be escaped, copied while it is looked at.
  ///
  /// - Returns: where that byte is; the count where there is none.
  private static func appendPlain(
    _ text: UnsafeBufferPointer<UInt8>, from start: Int, to room: inout ByteRoom
  ) -> Int {
    let raw = UnsafeRawBufferPointer(text)
    // Sixteen are written where fewer may be meant.
    let target = room.reserve(text.count &- start &+ 16)
    var index = start
    while index &+ 16 <= text.count {
      let bytes = raw.loadUnaligned(fromByteOffset: index, as: SIMD16<UInt8>.self)
      target.storeBytes(of: bytes, toByteOffset: index &- start, as: SIMD16<UInt8>.self)
      let plain = JSONBytes.plainBytes(in: bytes)
      index &+= plain
      if plain < 16 {
        room.take(index &- start)
        return index
      }
    }
    while index < text.count, isPlain(text[index]) {
      target.storeBytes(of: text[index], toByteOffset: index &- start, as: UInt8.self)
      index &+= 1
    }
    room.take(index &- start)
    return index
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    byte >= 0x20 && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
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
