import AlmanacModel

/// A coordinate in text: latitude, longitude, and an optional altitude.
enum CoordinateText: Equatable {
  case point(Coordinate)
  /// 0, 0, which publishers write for "unknown".
  case nullIsland
  case malformed
  /// Separators only.
  case blank

  /// Parses numbers separated by white space, commas or semicolons, which may be escaped.
  init(_ text: String) {
    let parts = Array(FieldText.clean(text).text.utf8).split(maxSplits: 8) {
      $0 == 0x20 || $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: ";") || $0 == UInt8(ascii: "\\")
    }
    // With both separators, the commas may be decimal commas.
    let hasBoth = text.contains(byte: UInt8(ascii: ",")) && text.contains(byte: UInt8(ascii: ";"))
    let most = hasBoth ? 2 : 3
    if parts.isEmpty {
      self = .blank
    } else if (2...most).contains(parts.count),
      let latitude = Double(String(decoding: parts[0], as: UTF8.self)),
      let longitude = Double(String(decoding: parts[1], as: UTF8.self)),
      let point = Coordinate(latitude: latitude, longitude: longitude)
    {
      self = point.isNullIsland ? .nullIsland : .point(point)
    } else {
      self = .malformed
    }
  }

  /// The coordinate. Reports text that is neither a coordinate nor blank.
  ///
  /// - Parameter description: The field with its text.
  func noted(
    as description: @autoclosure () -> String, _ note: (FindingCode, String) -> Void
  ) -> Coordinate? {
    switch self {
    case .point(let point): return point
    case .nullIsland:
      note(
        "Q_COORD_NULL_ISLAND", "\(description()) is 0, 0, which means unknown; it was dropped")
    case .malformed: note("Q_COORD", "\(description()) is no point on Earth; it was dropped")
    case .blank: break
    }
    return nil
  }
}
