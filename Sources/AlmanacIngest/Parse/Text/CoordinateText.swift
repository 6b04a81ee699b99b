import AlmanacModel

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
