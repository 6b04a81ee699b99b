import AlmanacModel

/// The header row of a table.
final class CSVHeader {
  /// As written, without surrounding white space.
  let names: [String]
  private let columns: [String: [Int]]
  /// The columns whose names are in another language, by the English name.
  private let translated: [String: [Int]]
  /// A cache of lookups: every row needs the same columns.
  private var known: [String: [Int]] = [:]

  init(_ record: CSVScanner.Record) {
    names = record.fields.map { FieldText.clean($0).text }
    columns = Dictionary(grouping: names.indices) { [names] in Self.key(names[$0]) }
    translated = names.indices.reduce(into: [:]) { [names] translated, index in
      guard let name = TranslatedNames.english[Self.key(names[index])] else { return }
      translated[name, default: []].append(index)
    }
  }

  /// The indices of the columns with a name, ignoring case, spaces and punctuation. `[0]` and
  /// `[-1]` count from either side.
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
    return key.isEmpty ? [] : columns[key] ?? translated[key] ?? []
  }

  /// The letters and digits of a name in lower case.
  private static func key(_ name: String) -> String {
    String(name.lowercased().filter { $0.isLetter || $0.isNumber })
  }
}

/// A table row; a path is the name of a column.
struct MappedCSVItem: MappedItem {
  let header: CSVHeader
  let record: CSVScanner.Record
  let base: String?

  var line: Int? { record.line }

  /// Every column has text.
  func isTextless(at path: String) -> Bool { false }

  func names(in parent: String) -> [String] { parent.isEmpty ? header.names : [] }

  func values(at path: String) -> [String] {
    header.columns(named: path).compactMap { column in
      guard column < record.fields.count else { return nil }
      let text = Self.value(record.fields[column])
      return Self.blanks.contains(text.lowercased()) ? nil : text
    }
  }

  /// The value of a cell. `="0123"` keeps spreadsheets from converting a text.
  private static func value(_ cell: String) -> String {
    guard cell.hasPrefix("=\""), cell.hasSuffix("\""), cell.utf8.count > 2 else { return cell }
    return String(cell.dropFirst(2).dropLast()).replacing("\"\"", with: "\"")
  }

  /// What databases and spreadsheets write for no value.
  private static let blanks: Set = [
    "null", "\\n", "undefined", "#n/a", "#ref!", "#value!", "#name?", "#div/0!",
  ]
}
