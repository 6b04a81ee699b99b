import AlmanacModel

/// The first row of a table: the names of its columns.
final class CSVHeader {
  /// As they stand in the table, without white space around them.
  let names: [String]
  private let columns: [String: [Int]]
  /// What was asked for before: every row asks for the same.
  private var known: [String: [Int]] = [:]

  init(_ record: CSVScanner.Record) {
    names = record.fields.map { FieldText.clean($0).text }
    columns = Dictionary(grouping: names.indices) { [names] in Self.key(names[$0]) }
  }

  /// Where the columns of a name are; case, spaces and signs do not matter. `[0]` and `[-1]` count
  /// from either side.
  func columns(named name: String) -> [Int] {
    if let columns = known[name] { return columns }
    let columns = find(name)
    known[name] = columns
    return columns
  }

  func has(_ name: String) -> Bool { !columns(named: name).isEmpty }

  private func find(_ name: String) -> [Int] {
    if let step = MappedPath(name, separator: "\u{0}").steps.first, step.name.isEmpty,
      case .index(let index)? = step.selectors.first
    {
      let place = index < 0 ? names.count + index : index
      return names.indices.contains(place) ? [place] : []
    }
    let key = Self.key(name)
    return key.isEmpty ? [] : columns[key] ?? []
  }

  /// Letters and digits in lower case.
  private static func key(_ name: String) -> String {
    String(name.lowercased().filter { $0.isLetter || $0.isNumber })
  }
}

/// A row of a table; a path is the name of a column.
struct MappedCSVItem: MappedItem {

  let header: CSVHeader
  let record: CSVScanner.Record
  let base: String?

  var line: Int? { record.line }

  /// Every column has a text.
  func isTextless(at path: String) -> Bool { false }

  func values(at path: String) -> [String] {
    header.columns(named: path).compactMap { column in
      column < record.fields.count ? record.fields[column] : nil
    }
  }
}
