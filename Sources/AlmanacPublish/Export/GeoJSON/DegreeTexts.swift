import AlmanacModel

/// Degrees with at most six decimals, about 0.1 m, never with an exponent.
struct DegreeTexts {
  let latitude: String
  let longitude: String

  init(_ point: Coordinate) {
    latitude = Self.text(point.latitude)
    longitude = Self.text(point.longitude)
  }

  /// The digits are written from the last to the first.
  private static func text(_ value: Double) -> String {
    let millionths = Int((value * 1e6).rounded())
    // `-179.123456`
    return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 16) { digits in
      var start = 16
      var rest = Int(millionths.magnitude)
      var hasDecimals = false
      for place in 0..<9 where place < 7 || rest > 0 {
        let digit = UInt8(rest % 10)
        rest /= 10
        // Trailing zeros are omitted, and so is the point if nothing follows it.
        if place == 6, hasDecimals {
          start -= 1
          digits[start] = UInt8(ascii: ".")
        }
        hasDecimals = hasDecimals || digit > 0
        guard hasDecimals || place >= 6 else { continue }
        start -= 1
        digits[start] = UInt8(ascii: "0") + digit
      }
      if millionths < 0 {
        start -= 1
        digits[start] = UInt8(ascii: "-")
      }
      return String(decoding: digits[start...], as: UTF8.self)
    }
  }
}
