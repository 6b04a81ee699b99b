import AlmanacTime

/// Text in which runs of combining characters have an end (UAX #15, section 13, Stream-Safe Text
/// Format).
///
/// Texts are compared and hashed by their canonical forms, for which each run is sorted. That takes
/// the square of its length: for a name of forty thousand marks a second each time, for one of a million
/// ten minutes. What a document says is made safe before it is compared with anything.
public enum StreamSafeText {
  /// How many combining characters may follow each other; no script comes near.
  @inlinable static var limit: Int { 30 }
  /// COMBINING GRAPHEME JOINER, which is seen nowhere and begins a new run.
  private static let joiner: Unicode.Scalar = "\u{34F}"

  /// The text, with a joiner behind every thirtieth combining character of a run.
  @inlinable @inline(__always)
  public static func bounded(_ text: String) -> String {
    text.utf8.count > limit * 2 ? checked(text) : text
  }

  @usableFromInline
  static func checked(_ text: String) -> String {
    // Longer than what a string stores inline (see `withUTF8Bytes`).
    let isSafe = text.withUTF8Span { holds($0) }
    return isSafe ? text : rewritten(text.unicodeScalars)
  }

  /// Whether no run is too long. Of most texts one byte in sixty decides: thirty-one combining
  /// characters take more than that, and none of them is ASCII.
  ///
  /// - Parameter bytes: UTF-8.
  static func holds(_ bytes: Span<UInt8>) -> Bool {
    var index = limit * 2
    while index < bytes.count {
      if bytes[index] >= 0x80 {
        let end = endOfSigns(bytes, from: index)
        if end - startOfSigns(bytes, from: index) > limit * 2 { return holdsEach(bytes) }
        index = end
      }
      index += limit * 2
    }
    return true
  }

  /// Where the bytes begin that are not ASCII and lead to one of them.
  private static func startOfSigns(_ bytes: Span<UInt8>, from index: Int) -> Int {
    var start = index
    while start > 0, bytes[start - 1] >= 0x80 { start -= 1 }
    return start
  }

  private static func endOfSigns(_ bytes: Span<UInt8>, from index: Int) -> Int {
    var end = index
    while end < bytes.count, bytes[end] >= 0x80 { end += 1 }
    return end
  }

  /// The same, character by character.
  private static func holdsEach(_ bytes: Span<UInt8>) -> Bool {
    var run = 0
    var index = 0
    while index < bytes.count {
      let lead = UInt32(bytes[index])
      let count = lead < 0xC0 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4
      var value = lead & (count == 1 ? 0x7F : 0x7F >> UInt32(count))
      for offset in 1..<count where index + offset < bytes.count {
        value = value << 6 | UInt32(bytes[index + offset] & 0x3F)
      }
      run = isCombining(value) ? run + 1 : 0
      if run > limit { return false }
      index += count
    }
    return true
  }

  private static func rewritten(_ scalars: String.UnicodeScalarView) -> String {
    var output = String.UnicodeScalarView()
    var run = 0
    for scalar in scalars {
      run = isCombining(scalar.value) ? run + 1 : 0
      if run > limit {
        output.append(joiner)
        run = 1
      }
      output.append(scalar)
    }
    return String(output)
  }

  /// Whether a character's canonical combining class is another than 0.
  private static func isCombining(_ value: UInt32) -> Bool {
    switch value {
    // Letters of Latin, signs and letters of East Asia, syllables of Korea.
    case ..<0x300, 0x3100..<0xA66F, 0xAC00..<0xFB1E: false
    default:
      Unicode.Scalar(value).map { $0.properties.canonicalCombiningClass != .notReordered } ?? false
    }
  }
}
