/// The contents of a TZif file (RFC 9636), versions 1 to 4.
struct ZoneFile {
  let transitions: [Int64]
  /// The type from the transition of the same index on.
  let types: [LocalTimeType]
  /// The type before the first transition.
  let initial: LocalTimeType
  let footer: POSIXZoneRule?

  /// Returns nil for a malformed file, and for one with leap seconds, whose times are not POSIX
  /// times.
  init?(_ bytes: [UInt8]) {
    var cursor = ZoneFileCursor(bytes)
    guard let first = ZoneFileHeader(&cursor) else { return nil }
    guard first.version >= UInt8(ascii: "2") else {
      guard let block = ZoneFileBlock(first, timeSize: 4, &cursor) else { return nil }
      self.init(block, footer: nil)
      return
    }
    // From version 2 on, a block with 64-bit times follows the one with 32-bit times.
    guard cursor.skip(first.blockLength(timeSize: 4)), let second = ZoneFileHeader(&cursor),
      let block = ZoneFileBlock(second, timeSize: 8, &cursor), let text = cursor.footer()
    else { return nil }
    let footer = POSIXZoneRuleParser.parse(text)
    guard text.isEmpty || footer != nil else { return nil }
    self.init(block, footer: footer)
  }

  private init?(_ block: ZoneFileBlock, footer: POSIXZoneRule?) {
    guard let initial = block.types.first else { return nil }
    var types: [LocalTimeType] = []
    types.reserveCapacity(block.indexes.count)
    for index in block.indexes {
      guard Int(index) < block.types.count else { return nil }
      types.append(block.types[Int(index)])
    }
    for (earlier, later) in zip(block.transitions, block.transitions.dropFirst()) {
      guard earlier < later else { return nil }
    }
    transitions = block.transitions
    self.types = types
    self.initial = initial
    self.footer = footer
  }
}

/// The header of a data block: its counts (RFC 9636 3.1).
private struct ZoneFileHeader {
  let version: UInt8
  let universalCount, standardCount, leapCount, timeCount, typeCount, nameLength: Int

  init?(_ cursor: inout ZoneFileCursor) {
    guard cursor.bytes(4)?.elementsEqual("TZif".utf8) == true, let version = cursor.bytes(1)?.first,
      cursor.skip(15)
    else { return nil }
    let counts = (0..<6).compactMap { _ in cursor.integer(4).map { Int($0) } }
    guard counts.count == 6, counts.allSatisfy({ 0...65_536 ~= $0 }) else { return nil }
    self.version = version
    (universalCount, standardCount, leapCount) = (counts[0], counts[1], counts[2])
    (timeCount, typeCount, nameLength) = (counts[3], counts[4], counts[5])
  }

  func blockLength(timeSize: Int) -> Int {
    timeCount * (timeSize + 1) + typeCount * 6 + nameLength + leapCount * (timeSize + 4)
      + standardCount + universalCount
  }
}

/// A data block (RFC 9636 3.2).
private struct ZoneFileBlock {
  let transitions: [Int64]
  let indexes: [UInt8]
  let types: [LocalTimeType]

  init?(_ header: ZoneFileHeader, timeSize: Int, _ cursor: inout ZoneFileCursor) {
    guard header.leapCount == 0 else { return nil }
    var transitions: [Int64] = []
    transitions.reserveCapacity(header.timeCount)
    for _ in 0..<header.timeCount {
      guard let time = cursor.integer(timeSize) else { return nil }
      transitions.append(time)
    }
    guard let indexes = cursor.bytes(header.timeCount) else { return nil }
    var raw: [(offset: Int64, isDaylight: Bool, name: Int)] = []
    for _ in 0..<header.typeCount {
      guard let offset = cursor.integer(4), let flags = cursor.bytes(2),
        let daylight = flags.first, let name = flags.last, -93_599...93_599 ~= offset
      else { return nil }
      raw.append((offset, daylight != 0, Int(name)))
    }
    guard let names = cursor.bytes(header.nameLength),
      cursor.skip(header.standardCount + header.universalCount)
    else { return nil }
    self.transitions = transitions
    self.indexes = Array(indexes)
    types = raw.map { type in
      let name = names.dropFirst(type.name).prefix { $0 != 0 }
      return LocalTimeType(
        offset: Int(type.offset), isDaylight: type.isDaylight,
        abbreviation: String(decoding: name, as: UTF8.self))
    }
  }
}

/// Reads big-endian fields with bounds checks.
private struct ZoneFileCursor {
  private var rest: ArraySlice<UInt8>

  init(_ bytes: [UInt8]) {
    rest = bytes[...]
  }

  mutating func bytes(_ count: Int) -> ArraySlice<UInt8>? {
    guard rest.count >= count else { return nil }
    defer { rest = rest.dropFirst(count) }
    return rest.prefix(count)
  }

  mutating func skip(_ count: Int) -> Bool {
    bytes(count) != nil
  }

  /// A signed integer of four or eight bytes.
  mutating func integer(_ size: Int) -> Int64? {
    guard let bytes = bytes(size) else { return nil }
    let value = bytes.reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    return size == 4
      ? Int64(Int32(truncatingIfNeeded: value)) : Int64(bitPattern: value)
  }

  /// The text between the two line feeds that end the file.
  mutating func footer() -> String? {
    guard bytes(1)?.first == 0x0A, let end = rest.firstIndex(of: 0x0A) else { return nil }
    return String(decoding: rest[rest.startIndex..<end], as: UTF8.self)
  }
}
