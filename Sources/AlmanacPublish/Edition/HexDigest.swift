import Crypto

extension SHA256.Digest {
  /// Lower-case hexadecimal digits.
  var hex: String {
    let digits = Array("0123456789abcdef".utf8)
    return String(
      decoding: flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
  }
}
