import Testing

@testable import AlmanacIngest

@Suite struct WordScanTests {
  @Test("Words end where reading byte by byte ends them", arguments: [true, false])
  func sameAsByteByByte(isASCII: Bool) {
    var generator = SystemRandomNumberGenerator()
    let letters = Array("abc   é&\u{7F}\n\u{A0}講".utf8) + Array(repeating: 0x61, count: 40)
    for _ in 0..<5_000 {
      let bytes = (0..<40).map { _ in letters.randomElement(using: &generator) ?? 0 }
      let start = Int.random(in: 0...20, using: &generator)
      let end = WordScan.end(
        of: bytes.span, in: start..<bytes.count, before: UInt8(ascii: "&"), isASCII: isASCII)
      #expect(end == Self.end(of: bytes, from: start, isASCII: isASCII), "\(bytes) from \(start)")
    }
  }

  private static func end(of bytes: [UInt8], from start: Int, isASCII: Bool) -> Int {
    func isOfWord(_ index: Int) -> Bool {
      guard index < bytes.count else { return false }
      let isStop = [0x7F, 0xC2, UInt8(ascii: "&")].contains(bytes[index])
      return bytes[index] > 0x20 && !isStop && (bytes[index] < 0x80 || !isASCII)
    }
    func isSpace(_ index: Int) -> Bool { index < bytes.count && bytes[index] == 0x20 }
    var index = start
    while isOfWord(index) || index > start && isSpace(index) && isOfWord(index + 1) { index += 1 }
    return index
  }
}
