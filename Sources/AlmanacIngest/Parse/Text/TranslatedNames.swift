import AlmanacModel

/// Names of columns and members in other languages: those of Outlook, which exports them in the
/// user's language, of manual spreadsheets and of APIs.
enum TranslatedNames {
  /// The English name by the other one, both in lower case without spaces and punctuation.
  static let english: [String: String] = EmbeddedTable.fieldNames.rows(separator: " ")
    .reduce(into: [:]) { names, row in
      for word in row.value.split(separator: " ") { names[String(word)] = String(row.key) }
    }
}
