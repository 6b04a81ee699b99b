import AlmanacTime
import Glibc

extension String {
  /// Whether the text contains a word of ASCII, byte by byte; letters of another case do not match.
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
}
