import CDefaults

/// The tables of `Sources/CDefaults/tables`, which are embedded in the executable.
enum EmbeddedTable {
  /// The lines of a table, each split at its first separator.
  static func rows(
    of table: AlmanacDefaultFile, separator: Character
  ) -> [(key: Substring, value: Substring)] {
    var count = 0
    guard let start = almanac_default_file(table, &count) else { return [] }
    let text = String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
    return text.split(separator: "\n").compactMap { line in
      let parts = line.split(separator: separator, maxSplits: 1)
      return parts.count == 2 ? (parts[0], parts[1]) : nil
    }
  }
}
