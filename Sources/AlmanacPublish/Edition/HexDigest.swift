import Crypto

extension SHA256.Digest {
  /// The digest in lower-case hexadecimal digits.
  var hex: String {
    let digits: StaticString = "0123456789abcdef"
    return String(unsafeUninitializedCapacity: 2 * Self.byteCount) { text in
      var count = 0
      for byte in self {
        text[count] = digits.utf8Start[Int(byte >> 4)]
        text[count + 1] = digits.utf8Start[Int(byte & 15)]
        count += 2
      }
      return count
    }
  }
}
