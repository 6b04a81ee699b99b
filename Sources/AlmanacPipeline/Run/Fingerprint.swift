import AlmanacModel
import AlmanacRecords
import Crypto

/// A SHA-256 over everything that a stage's result depends on.
public struct Fingerprint {
  private var hash = SHA256()

  init(_ stage: StageName) {
    combine(stage.rawValue)
    combine(String(stage.version))
  }

  /// Adds a text and its length, so that two parts never run together.
  mutating func combine(_ text: String) {
    var text = text
    text.withUTF8 { bytes in
      withUnsafeBytes(of: UInt64(bytes.count).littleEndian) { hash.update(bufferPointer: $0) }
      hash.update(bufferPointer: UnsafeRawBufferPointer(bytes))
    }
  }

  mutating func combine(_ record: some Encodable) throws {
    combine(try RecordCoding.text(of: record))
  }

  /// Lower-case hex.
  var value: String { Self.hex(hash.finalize()) }

  /// Lower-case hex SHA-256 of the bytes.
  public static func digest(of bytes: [UInt8]) -> String { hex(SHA256.hash(data: bytes)) }

  private static func hex(_ digest: SHA256.Digest) -> String {
    let digits = Array("0123456789abcdef".utf8)
    let text = digest.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
    return String(decoding: text, as: UTF8.self)
  }
}
