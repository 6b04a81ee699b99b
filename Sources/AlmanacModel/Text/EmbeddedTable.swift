import CDefaults

/// The tables of `Sources/CDefaults/tables`, which are embedded in the executable.
public enum EmbeddedTable: Sendable {
  /// A name and its code points on each line.
  case htmlEntities
  /// A name of Windows and one of IANA on each line.
  case windowsZones
  /// An entry of the Windows time zone dialog and a name of IANA on each line.
  case windowsDialog
  /// `m1` to `m12` or `w1` to `w7` (Monday first), and names of that month or weekday.
  case dateWords
  /// An English name of a field and its translations.
  case fieldNames
  /// A phrase in a title and a status on each line.
  case statusMarkers
  /// A WHATWG name, a form or a name of `iconv`, and labels.
  case charsets
  /// A provider with a condition, and its codes.
  case weatherCodes
  /// A table of GTFS and its fields.
  case transitFields
  /// A severity, and a code with its text.
  case transitNotices

  private var file: AlmanacDefaultFile {
    switch self {
    case .htmlEntities: AlmanacTableHTMLEntities
    case .windowsZones: AlmanacTableWindowsZones
    case .windowsDialog: AlmanacTableWindowsDialog
    case .dateWords: AlmanacTableDateWords
    case .fieldNames: AlmanacTableFieldNames
    case .statusMarkers: AlmanacTableStatusMarkers
    case .charsets: AlmanacTableCharsets
    case .weatherCodes: AlmanacTableWeatherCodes
    case .transitFields: AlmanacTableTransitFields
    case .transitNotices: AlmanacTableTransitNotices
    }
  }

  /// The lines of the table, each split at its first separator.
  public func rows(separator: Character) -> [(key: Substring, value: Substring)] {
    var count = 0
    guard let start = unsafe almanac_default_file(file, &count) else { return [] }
    let bytes = unsafe UnsafeBufferPointer(start: start, count: count)
    return unsafe String(decoding: bytes, as: UTF8.self).split(separator: "\n").compactMap { line in
      let parts = line.split(separator: separator, maxSplits: 1)
      return parts.count == 2 ? (parts[0], parts[1]) : nil
    }
  }
}
