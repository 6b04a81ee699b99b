import AlmanacTime
import Glibc

extension String {
  /// Whether the text contains an ASCII word; case-sensitive.
  func contains(bytes word: StaticString) -> Bool {
    let length = word.utf8CodeUnitCount
    return withUTF8Bytes { text in
      guard let base = text.baseAddress else { return false }
      var index = 0
      while index + length <= text.count,
        let found = memchr(base + index, Int32(word.utf8Start[0]), text.count - index - length + 1)
      {
        if memcmp(found, word.utf8Start, length) == 0 { return true }
        index = UnsafeRawPointer(found) - UnsafeRawPointer(base) + 1
      }
      return false
    }
  }

  /// Whether all bytes satisfy a predicate. Much faster than iterating over `utf8`.
  @inline(__always)
  func bytes(allSatisfy holds: (UInt8) -> Bool) -> Bool {
    withUTF8Bytes { text in
      for byte in text where !holds(byte) { return false }
      return true
    }
  }

  /// Whether the text contains a byte.
  func contains(byte: UInt8) -> Bool {
    withUTF8Bytes { text in
      text.baseAddress.map { memchr($0, Int32(byte), text.count) != nil } ?? false
    }
  }
}

extension String {
  /// The text of UTF-8 bytes with ASCII letters in lower case.
  init(lowercasing bytes: some Collection<UInt8>) {
    self.init(unsafeUninitializedCapacity: bytes.count) { output in
      for (index, byte) in bytes.enumerated() { output[index] = byte.lowercased }
      return bytes.count
    }
  }
}

extension Sequence<UInt8> {
  /// Whether the bytes start with an ASCII word in any case.
  ///
  /// - Parameter word: In lower case.
  func starts(withLowercase word: some Sequence<UInt8>) -> Bool {
    starts(with: word) { $0.lowercased == $1 }
  }
}

extension [UInt8] {
  /// Appends a range of other bytes without the reference counting of a slice.
  mutating func append(_ bytes: [UInt8], _ range: Range<Int>) {
    bytes.withUnsafeBufferPointer { append(contentsOf: UnsafeBufferPointer(rebasing: $0[range])) }
  }

  /// The index of an ASCII word in any case from `start` on; nil if there is none.
  ///
  /// - Parameter word: In lower case.
  func firstIndex(ofLowercase word: [UInt8], from start: Int) -> Int? {
    guard let first = word.first else { return nil }
    for index in start..<Swift.max(start, count - word.count + 1)
    where self[index].lowercased == first && self[index...].starts(withLowercase: word) {
      return index
    }
    return nil
  }

  /// The index of the first such byte at or after `start`; nil if there is none, or if `start` is
  /// past the end. `start` must not be negative.
  func firstIndex(of byte: UInt8, from start: Int) -> Int? {
    withUnsafeBytes { bytes in
      guard start < bytes.count, let base = bytes.baseAddress,
        let found = memchr(base + start, Int32(byte), bytes.count - start)
      else { return nil }
      return UnsafeRawPointer(found) - base
    }
  }
}

extension ArraySlice<UInt8> {
  /// Whether all bytes are ASCII.
  var isASCII: Bool { withUnsafeBufferPointer { bytes in bytes.reduce(0) { $0 | $1 } } < 0x80 }
}
