import AlmanacTime

/// Limits runs of combining characters (UAX #15 section 13, Stream-Safe Text Format).
///
/// Swift compares and hashes strings by their canonical forms, for which it sorts each run in
/// quadratic time: a second for a run of 40,000 characters, ten minutes for a million. Texts of
/// documents are therefore bounded before anything compares them.
public enum StreamSafeText {
  /// Maximum number of consecutive combining characters; no script needs that many.
  @inlinable static var limit: Int { 30 }
  /// COMBINING GRAPHEME JOINER, which is invisible and ends a run.
  private static let joiner: Unicode.Scalar = "\u{34F}"

  /// Inserts a joiner after every thirtieth combining character of a run.
  ///
  /// - Complexity: O(length); for most texts one byte in sixty is read.
  @inlinable @inline(__always)
  public static func bounded(_ text: String) -> String {
    text.utf8.count > limit * 2 ? checked(text) : text
  }

  @usableFromInline
  static func checked(_ text: String) -> String {
    let isSafe = text.withUTF8Span { holds($0) }
    return isSafe ? text : rewritten(text.unicodeScalars)
  }

  /// Whether no run is longer than the limit.
  ///
  /// Combining characters are not ASCII and take two bytes or more, so a run above the limit covers
  /// at least one of every sixty bytes. Only these bytes, and the non-ASCII ranges around them, are
  /// read.
  ///
  /// - Parameter bytes: UTF-8.
  static func holds(_ bytes: Span<UInt8>) -> Bool {
    var index = limit * 2
    while index < bytes.count {
      if bytes[index] >= 0x80 {
        let end = endOfNonASCII(bytes, from: index)
        if end - startOfNonASCII(bytes, from: index) > limit * 2 { return holdsEach(bytes) }
        index = end
      }
      index += limit * 2
    }
    return true
  }

  /// The start of the range of non-ASCII bytes around one of them.
  private static func startOfNonASCII(_ bytes: Span<UInt8>, from index: Int) -> Int {
    var start = index
    while start > 0, bytes[start - 1] >= 0x80 { start -= 1 }
    return start
  }

  private static func endOfNonASCII(_ bytes: Span<UInt8>, from index: Int) -> Int {
    var end = index
    while end < bytes.count, bytes[end] >= 0x80 { end += 1 }
    return end
  }

  /// The exact test, scalar by scalar.
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

  /// Whether the canonical combining class of a scalar is not 0.
  private static func isCombining(_ value: UInt32) -> Bool {
    switch value {
    // Fast path for Latin letters, East Asian characters and Hangul syllables.
    case ..<0x300, 0x3100..<0xA66F, 0xAC00..<0xFB1E: false
    default:
      Unicode.Scalar(value).map { $0.properties.canonicalCombiningClass != .notReordered } ?? false
    }
  }
}
