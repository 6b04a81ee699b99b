import AlmanacModel
import Crypto
import Foundation

/// A SHA-256 over everything that a stage's result depends on.
struct Fingerprint {
  private var hash = SHA256()

  init(_ stage: StageName) {
    combine(stage.rawValue)
    combine(String(stage.version))
  }

  /// Adds a text and its length, so that two parts never run together.
  mutating func combine(_ text: String) {
    withUnsafeBytes(of: UInt64(text.utf8.count).littleEndian) { hash.update(bufferPointer: $0) }
    hash.update(data: Data(text.utf8))
  }

  mutating func combine(_ record: some Encodable) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    combine(String(decoding: try encoder.encode(record), as: UTF8.self))
  }

  /// Lower-case hex.
  var value: String { Self.hex(hash.finalize()) }

  /// Lower-case hex SHA-256 of the bytes.
  static func digest(of bytes: [UInt8]) -> String { hex(SHA256.hash(data: bytes)) }

  private static func hex(_ digest: SHA256.Digest) -> String {
    let digits = Array("0123456789abcdef".utf8)
    let text = digest.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
    return String(decoding: text, as: UTF8.self)
  }
}
