import CDefaults

/// The tables of `Sources/CDefaults/tables`, which are embedded in the executable.
public struct EmbeddedTable: Sendable {
  private let file: AlmanacDefaultFile

  /// A name and its code points on each line.
  public static let htmlEntities = EmbeddedTable(file: AlmanacTableHTMLEntities)
  /// A name of Windows and one of IANA on each line.
  public static let windowsZones = EmbeddedTable(file: AlmanacTableWindowsZones)
  /// An entry of the Windows time zone dialog and a name of IANA on each line.
  public static let windowsDialog = EmbeddedTable(file: AlmanacTableWindowsDialog)
  /// `m1` to `m12` or `w1` to `w7` (Monday first), and names of that month or weekday.
  public static let dateWords = EmbeddedTable(file: AlmanacTableDateWords)
  /// An English name of a field and its translations.
  public static let fieldNames = EmbeddedTable(file: AlmanacTableFieldNames)
  /// A kind of name with a field, such as `column.title`, and the names that publishers use.
  public static let eventNames = EmbeddedTable(file: AlmanacTableEventNames)
  /// A phrase in a title and a status on each line.
  public static let statusMarkers = EmbeddedTable(file: AlmanacTableStatusMarkers)
  /// A WHATWG name, a form or a name of `iconv`, and labels.
  public static let charsets = EmbeddedTable(file: AlmanacTableCharsets)
  /// A provider with a condition, and its codes.
  public static let weatherCodes = EmbeddedTable(file: AlmanacTableWeatherCodes)
  /// `state` or `country`, names with _ for spaces, and west, south, east and north in degrees, rounded
  /// outward.
  public static let regions = EmbeddedTable(file: AlmanacTableRegions)
  /// The name of a town with _ for spaces, and of every town of the name longitude and latitude in
  /// hundredths of a degree and thousands of people. `docs/towns.py` writes it.
  public static let towns = EmbeddedTable(file: AlmanacTableTowns)
  /// A table of GTFS and its fields.
  public static let transitFields = EmbeddedTable(file: AlmanacTableTransitFields)
  /// A severity, and a code with its text.
  public static let transitNotices = EmbeddedTable(file: AlmanacTableTransitNotices)

  /// The table as text in UTF-8.
  public var bytes: [UInt8] {
    var count = 0
    guard let start = unsafe almanac_default_file(file, &count) else { return [] }
    return unsafe Array(UnsafeBufferPointer(start: start, count: count))
  }

  /// The lines of the table, each split at its first separator.
  public func rows(separator: Character) -> [(key: Substring, value: Substring)] {
    String(decoding: bytes, as: UTF8.self).utf8.split(separator: UInt8(ascii: "\n")).compactMap {
      let parts = $0.split(maxSplits: 1) { $0 == separator.asciiValue }.map { Substring($0) }
      return parts.count == 2 ? (parts[0], parts[1]) : nil
    }
  }
}
