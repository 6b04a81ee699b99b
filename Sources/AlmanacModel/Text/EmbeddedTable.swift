import CDefaults

/// The tables of `Sources/CDefaults/tables`, which are embedded in the executable.
public enum EmbeddedTable: Sendable {
  /// A name and its code points on each line.
  case htmlEntities
  /// A name of Windows and one of IANA on each line.
  case windowsZones

  /// The lines of the table, each split at its first separator.
  public func rows(separator: Character) -> [(key: Substring, value: Substring)] {
    let file =
      switch self {
      case .htmlEntities: AlmanacTableHTMLEntities
      case .windowsZones: AlmanacTableWindowsZones
      }
    var count = 0
    guard let start = unsafe almanac_default_file(file, &count) else { return [] }
    let bytes = unsafe UnsafeBufferPointer(start: start, count: count)
    return unsafe String(decoding: bytes, as: UTF8.self).split(separator: "\n").compactMap { line in
      let parts = line.split(separator: separator, maxSplits: 1)
      return parts.count == 2 ? (parts[0], parts[1]) : nil
    }
  }
}
