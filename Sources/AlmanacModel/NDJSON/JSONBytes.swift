/// Eight bytes of a text at once.
public enum JSONBytes {
  /// Whether one of them may be a quotation mark, a backslash or a control character; it says so of
  /// some others as well, never the other way round.
  @inlinable public static func holdsMark(_ bytes: UInt64) -> Bool {
    let quotes = bytes ^ 0x2222_2222_2222_2222
    let slashes = bytes ^ 0x5C5C_5C5C_5C5C_5C5C
    let low = (quotes &- 0x0101_0101_0101_0101) & ~quotes
    let high = (slashes &- 0x0101_0101_0101_0101) & ~slashes
    let controls = (bytes &- 0x2020_2020_2020_2020) & ~bytes
    return (low | high | controls) & 0x8080_8080_8080_8080 != 0
  }
}
