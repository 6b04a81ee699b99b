import AlmanacModel
import AlmanacTime

/// A point as feeds write one: latitude, then longitude, perhaps an altitude.
enum CoordinateText: Equatable {
  case point(Coordinate)
  /// 0, 0, which publishers write for "unknown".
  case nullIsland
  case malformed
  /// Nothing but separators.
  case blank

  /// Separated by white space, commas or semicolons, escaped ones too.
  init(_ text: String) {
    if let (latitude, longitude) = PlainPoint.read(text),
      let point = Coordinate(latitude: latitude, longitude: longitude)
    {
      self = point.isNullIsland ? .nullIsland : .point(point)
      return
    }
    let parts = Self.parts(of: text)
    // With both signs, the commas may be decimal ones.
    let hasBoth = text.utf8.contains(UInt8(ascii: ",")) && text.utf8.contains(UInt8(ascii: ";"))
    let most = hasBoth ? 2 : 3
    if parts.isEmpty {
      self = .blank
    } else if (2...most).contains(parts.count), let latitude = Double(parts[0]),
      let longitude = Double(parts[1]),
      let point = Coordinate(latitude: latitude, longitude: longitude)
    {
      self = point.isNullIsland ? .nullIsland : .point(point)
    } else {
      self = .malformed
    }
  }

  private static func parts(of text: String) -> [Substring] {
    if text.utf8.contains(where: { $0 >= 0x80 }) {
      return text.split(maxSplits: 8) { $0.isWhitespace || ",;\\".contains($0) }
    }
    return text.utf8.split(maxSplits: 8) {
      $0.isSpace || $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: ";") || $0 == UInt8(ascii: "\\")
    }.map { Substring($0) }
  }

  /// The point; what is none and not blank becomes a finding.
  ///
  /// - Parameter what: what it stood in, with its text.
  func noted(
    as what: @autoclosure () -> String, _ note: (FindingCode, String) -> Void
  ) -> Coordinate? {
    switch self {
    case .point(let point): return point
    case .nullIsland:
      note("Q_COORD_NULL_ISLAND", "\(what()) is 0, 0, which means unknown; it was dropped")
    case .malformed: note("Q_COORD", "\(what()) is no point on Earth; it was dropped")
    case .blank: break
    }
    return nil
  }
}

/// Two decimal numbers with a blank or a comma between them, read byte by byte.
private enum PlainPoint {
  /// nil for all that is written in any other way.
  static func read(_ text: String) -> (Double, Double)? {
    text.withUTF8Bytes { bytes in
      var index = 0
      guard let first = number(bytes, &index), index < bytes.count,
        bytes[index] == 0x20 || bytes[index] == UInt8(ascii: ",")
      else { return nil }
      index += 1
      guard let second = number(bytes, &index), index == bytes.count else { return nil }
      return (first, second)
    }
  }

  private static let powers: [Double] = [
    1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
  ]

  /// Digits, a point, digits. Up to 15 of them are a whole number and a power of ten that a `Double`
  /// holds exactly, so that their quotient is the nearest there is.
  private static func number(_ bytes: UnsafeBufferPointer<UInt8>, _ index: inout Int) -> Double? {
    let isNegative = index < bytes.count && bytes[index] == UInt8(ascii: "-")
    if isNegative { index += 1 }
    var value = 0
    var digits = 0
    var decimals = 0
    var hasPoint = false
    while index < bytes.count {
      if bytes[index].isDigit {
        value = value &* 10 &+ Int(bytes[index] & 0x0F)
        digits += 1
        if hasPoint { decimals += 1 }
        guard digits <= 15 else { return nil }
      } else if bytes[index] == UInt8(ascii: "."), !hasPoint, digits > 0 {
        hasPoint = true
      } else {
        break
      }
      index += 1
    }
    guard digits > 0, decimals > 0 || !hasPoint else { return nil }
    let magnitude = Double(value) / powers[decimals]
    return isNegative ? -magnitude : magnitude
  }
}
