import AlmanacTime

/// Classes of bytes, so that scanning asks one table per byte.
enum XMLByte {
  /// Ends a run of text.
  static let inText: UInt8 = 1
  /// Ends a run of CDATA.
  static let inCDATA: UInt8 = 2
  /// Ends a run within a tag.
  static let inTag: UInt8 = 4
  /// May begin a name.
  static let nameStart: UInt8 = 8
  /// White space (XML 1.0, production 3).
  static let space: UInt8 = 16
  /// Ends a run of text of `XMLStrictReader`.
  static let inStrictText: UInt8 = 32
  /// Ends a run of its CDATA.
  static let inStrictCDATA: UInt8 = 64

  static let classes: [UInt8] = (0...255).map { (byte: UInt8) -> UInt8 in
    var value: UInt8 = 0
    switch byte {
    case 0x09, 0x0A, 0x0D, 0x20: value = space
    case 0..<0x20: value = inText | inCDATA | inTag
    case 0xEF: value = inText | inCDATA | inTag | nameStart
    case UInt8(ascii: "<"), UInt8(ascii: "&"): value = inText | inTag
    case UInt8(ascii: "]"): value = inText | inCDATA
    case UInt8(ascii: ">"), UInt8(ascii: "\""), UInt8(ascii: "'"): value = inTag
    case UInt8(ascii: ":"), UInt8(ascii: "_"), 0x80...: value = nameStart
    default: value = isLetter(byte) ? nameStart : 0
    }
    if byte == 0x0D || value & inText != 0 { value |= inStrictText }
    if byte == 0x0D || value & inCDATA != 0 { value |= inStrictCDATA }
    return value
  }

  /// Of ASCII, what names consist of: 2 for what may begin one, 1 for what may go on, 0 for all else,
  /// the colon among it.
  static let strictName: [UInt8] = (0...255).map { (byte: UInt8) -> UInt8 in
    switch byte {
    case UInt8(ascii: "_"): 2
    case UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "0")...UInt8(ascii: "9"): 1
    default: isLetter(byte) ? 2 : 0
    }
  }

  /// Whether the input reads so from an index on.
  static func reads(
    _ input: UnsafeBufferPointer<UInt8>, _ index: Int, _ text: StaticString
  ) -> Bool {
    guard index &+ text.utf8CodeUnitCount <= input.count else { return false }
    for offset in 0..<text.utf8CodeUnitCount
    where input[index &+ offset] != text.utf8Start[offset] { return false }
    return true
  }

  /// How many line breaks there are.
  static func newlines(_ bytes: UnsafeBufferPointer<UInt8>) -> Int {
    SixteenBytes.count(of: 0x0A, in: bytes)
  }

  /// Whether the input reads the same from two indices on, as far as it reaches.
  @inline(__always)
  static func same(
    _ input: UnsafeBufferPointer<UInt8>, _ one: Int, _ other: Int, count: Int
  ) -> Bool {
    guard max(one, other) &+ count <= input.count else { return false }
    let raw = UnsafeRawBufferPointer(input)
    func eight(_ index: Int) -> UInt64 { raw.loadUnaligned(fromByteOffset: index, as: UInt64.self) }
    var offset = 0
    while offset &+ 8 <= count {
      if eight(one &+ offset) != eight(other &+ offset) { return false }
      offset &+= 8
    }
    while offset < count {
      if input[one &+ offset] != input[other &+ offset] { return false }
      offset &+= 1
    }
    return true
  }

  /// The end of text that `XMLStrictReader` takes as it is.
  ///
  /// - Parameter lines: grows by the line breaks on the way.
  static func endOfStrictText(
    _ input: UnsafeBufferPointer<UInt8>, from start: Int, lines: inout Int
  ) -> Int {
    var index = start
    // The layout between two tags.
    while index < input.count, input[index] == 0x0A || input[index] == 0x20 {
      if input[index] == 0x0A { lines &+= 1 }
      index &+= 1
    }
    while index &+ 16 <= input.count {
      let bytes = SixteenBytes(input, at: index)
      let plain =
        bytes.isNoControl & bytes.isNot(UInt8(ascii: "<")) & bytes.isNot(UInt8(ascii: "&"))
        & bytes.isNot(UInt8(ascii: "]")) & bytes.isNot(0xEF)
      let count = plain.firstExcepted
      index &+= count
      if count == 16 { continue }
      guard classes[Int(input[index])] & inStrictText == 0 else { return index }
      // The control characters that are left are white space.
      if input[index] == 0x0A { lines &+= 1 }
      index &+= 1
    }
    return skip(input, from: index, until: inStrictText, lines: &lines)
  }

  /// The end of a part of CDATA that it takes as it is.
  ///
  /// - Parameter lines: grows by the line breaks on the way.
  static func endOfStrictCDATA(
    _ input: UnsafeBufferPointer<UInt8>, from start: Int, lines: inout Int
  ) -> Int {
    var index = start
    while index &+ 16 <= input.count {
      let bytes = SixteenBytes(input, at: index)
      let plain = bytes.isNoControl & bytes.isNot(UInt8(ascii: "]")) & bytes.isNot(0xEF)
      let count = plain.firstExcepted
      index &+= count
      if count == 16 { continue }
      guard classes[Int(input[index])] & inStrictCDATA == 0 else { return index }
      if input[index] == 0x0A { lines &+= 1 }
      index &+= 1
    }
    return skip(input, from: index, until: inStrictCDATA, lines: &lines)
  }

  /// Byte by byte, up to the end of the input.
  private static func skip(
    _ input: UnsafeBufferPointer<UInt8>, from start: Int, until stop: UInt8, lines: inout Int
  ) -> Int {
    let end = skip(input, from: start, to: input.count, until: stop)
    for index in start..<end where input[index] == 0x0A { lines &+= 1 }
    return end
  }

  static func isLetter(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
  }

  static func isNameStart(_ byte: UInt8) -> Bool { classes[Int(byte)] & nameStart != 0 }

  static func isSpace(_ byte: UInt8) -> Bool { classes[Int(byte)] & space != 0 }

  /// The first index from `start` on, before `end`, of a byte of the class; `end` if there is none.
  static func skip(
    _ input: UnsafeBufferPointer<UInt8>, from start: Int, to end: Int, until stop: UInt8
  ) -> Int {
    let end = min(end, input.count)
    return classes.withUnsafeBufferPointer { classes in
      var index = start
      while index < end, classes[Int(input[index])] & stop == 0 { index &+= 1 }
      return max(index, start)
    }
  }
}
