import Testing

@testable import AlmanacRefine

@Suite struct ByteWordsTests {
  @Test("A byte is found at the same position as by a scan, in texts of every length")
  func first() {
    var generator = SeededGenerator(seed: 9)
    for length in 0..<40 {
      for _ in 0..<20 {
        // Bytes with adjacent values can be mistaken by the arithmetic on eight bytes at once.
        let values: [UInt8] = [9, 10, 11, 0, 0x8A, 255]
        let bytes: [UInt8] = (0..<length).map { _ in
          values[Int.random(in: values.indices, using: &generator)]
        }
        let start = Int.random(in: 0...length, using: &generator)
        let expected = bytes[start...].firstIndex(of: 10) ?? length
        #expect(bytes.span.first(10, from: start, to: length) == expected)
      }
    }
  }

  @Test("Numbers are found by their hashes, in any quantity")
  func numbers() {
    var numbers = HashIndex()
    // Numbers with the same slot, and 0, which is a valid hash.
    let hashes = (0..<5_000).map { UInt64($0) << 40 }
    for (number, hash) in hashes.enumerated() {
      #expect(numbers.number(of: hash) == -1)
      #expect(numbers.number(of: hash, else: Int32(number)) == Int32(number))
    }
    #expect(numbers.count == hashes.count)
    #expect(hashes.enumerated().allSatisfy { numbers.number(of: $1, else: 0) == Int32($0) })
  }
}
