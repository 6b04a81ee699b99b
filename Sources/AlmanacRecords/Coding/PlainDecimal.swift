/// Numbers in as many digits as it takes, without a string for each.
enum PlainDecimal {
  static func append(_ value: UInt, to room: inout ByteRoom) {
    var count = 1
    var rest = value / 10
    while rest > 0 {
      count &+= 1
      rest /= 10
    }
    append(value, digits: count, to: &room)
  }

  /// Writes the shortest text that is read as this number again, where it has up to seven decimals,
  /// as coordinates have; else it writes nothing and gives false.
  ///
  /// Decimals of up to fifteen digits are all read as different numbers: one that is read as this
  /// number is the only one of them, so that a shorter one would be the same.
  static func append(_ value: Double, to room: inout ByteRoom) -> Bool {
    guard 0.001..<1e8 ~= value.magnitude else { return false }
    let scaled = (value.magnitude * 1e7).rounded()
    guard scaled / 1e7 == value.magnitude else { return false }
    let whole = UInt(scaled) / 10_000_000
    var decimals = UInt(scaled) % 10_000_000
    if value < 0 { room.append(UInt8(ascii: "-")) }
    append(whole, to: &room)
    guard decimals > 0 else { return true }
    var count = 7
    while decimals % 10 == 0 {
      decimals /= 10
      count &-= 1
    }
    room.append(UInt8(ascii: "."))
    append(decimals, digits: count, to: &room)
    return true
  }

  /// With zeros before it where it has fewer digits.
  private static func append(_ value: UInt, digits count: Int, to room: inout ByteRoom) {
    let target = room.reserve(count)
    var rest = value
    for index in (0..<count).reversed() {
      target.storeBytes(
        of: UInt8(ascii: "0") | UInt8(truncatingIfNeeded: rest % 10), toByteOffset: index,
        as: UInt8.self)
      rest /= 10
    }
    room.take(count)
  }
}
