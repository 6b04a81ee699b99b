import AlmanacTime
import Testing

@Suite struct SixteenBytesTests {
  /// Sixteen of a byte with another one at a place.
  private func first(
    _ byte: UInt8, at place: Int, among other: UInt8,
    _ answer: (SixteenBytes) -> SixteenBytes.Answer
  ) -> Int {
    var bytes = SIMD16<UInt8>(repeating: other)
    bytes[place] = byte
    return answer(SixteenBytes(bytes)).firstExcepted
  }

  @Test("each byte is found at each place, and no other is taken for it", arguments: 0..<16)
  func signs(place: Int) {
    for byte in UInt8.min...UInt8.max {
      let isSign = byte == UInt8(ascii: "<")
      #expect(
        first(byte, at: place, among: 0x78) { $0.isNot(UInt8(ascii: "<")) }
          == (isSign ? place : 16))
      let isOneOfTwo = isSign || byte == UInt8(ascii: ">")
      #expect(
        first(byte, at: place, among: 0xF8) {
          $0.isNeither(UInt8(ascii: "<"), nor: UInt8(ascii: ">"))
        } == (isOneOfTwo ? place : 16))
      #expect(
        first(byte, at: place, among: 0x20) { $0.isNoControl } == (byte < 0x20 ? place : 16))
      #expect(
        first(byte, at: place, among: 0x7E) { $0.isVisibleASCII }
          == (0x20...0x7E ~= byte ? 16 : place))
    }
  }

  @Test("the first of several is told, of both answers or of either")
  func combined() {
    var bytes = SIMD16<UInt8>(repeating: 0x61)
    bytes[5] = 0x62
    bytes[11] = 0x63
    let ones = SixteenBytes(bytes)
    #expect((ones.isNot(0x63) & ones.isNot(0x62)).firstExcepted == 5)
    #expect((ones.isNot(0x63) | ones.isNot(0x62)).firstExcepted == 16)
    #expect((ones.isNot(0x63) | ones.isNot(0x63)).firstExcepted == 11)
  }

  @Test(
    "signs are counted in texts of all lengths",
    arguments: [0, 1, 15, 16, 17, 4_063, 4_064, 4_080, 9_000])
  func counts(length: Int) {
    let all = [UInt8](repeating: 0x0A, count: length)
    #expect(all.withUnsafeBufferPointer { SixteenBytes.count(of: 0x0A, in: $0) } == length)
    #expect(all.withUnsafeBufferPointer { SixteenBytes.count(of: 0x8A, in: $0) } == 0)
    let some = (0..<length).map { UInt8(truncatingIfNeeded: $0 * 7) }
    let expected = some.count { $0 == 0x0A }
    #expect(some.withUnsafeBufferPointer { SixteenBytes.count(of: 0x0A, in: $0) } == expected)
  }

  @Test("the first place of a sign is found in texts of all lengths", arguments: 0..<40)
  func firstIndex(length: Int) {
    for place in 0..<length {
      var text = [UInt8](repeating: 0x61, count: length)
      text[place] = 0x62
      text[length - 1] = 0x62
      text.withUnsafeBufferPointer { text in
        #expect(SixteenBytes.firstIndex(of: 0x62, in: text) == place)
        let next = place + 1 < length ? length - 1 : nil
        #expect(SixteenBytes.firstIndex(of: 0x62, in: text, from: place + 1) == next)
        #expect(SixteenBytes.firstIndex(of: 0x63, in: text) == nil)
      }
    }
  }
}
