import AlmanacModel

extension FieldSanitizer {
  /// How many values of a field that may have several are read. No event has more, and to compare
  /// each of a hundred thousand words with all before it would take hours.
  static let valueLimit = 100

  /// Adds the words of a field that are not there yet, in their order; more than any event has are
  /// left out, noted as `W_TOO_MANY`.
  ///
  /// - Parameter clean: how one of them is read.
  mutating func add(
    _ texts: some Sequence<String>, of field: String, to words: inout [String],
    clean: (inout FieldSanitizer, String) -> String?
  ) {
    for text in texts {
      guard let word = clean(&self, text), !words.contains(word) else { continue }
      guard words.count < Self.valueLimit else { return noteTooMany(field) }
      if words.isEmpty { words.reserveCapacity(4) }
      words.append(word)
    }
  }

  /// The same for words that may be HTML.
  mutating func addHTML(
    _ texts: some Sequence<String>, of field: String, to words: inout [String]
  ) {
    add(texts, of: field, to: &words) { $0.htmlLine($1, of: field) }
  }

  /// The same for words of plain text.
  mutating func addPlain(
    _ texts: some Sequence<String>, of field: String, to words: inout [String]
  ) {
    add(texts, of: field, to: &words) { $0.line($1, of: field) }
  }

  /// Those of the values of a field that are read, the first; that there are more is noted likewise.
  mutating func first<Value>(_ values: [Value], of field: String) -> ArraySlice<Value> {
    if values.count > Self.valueLimit { noteTooMany(field) }
    return values.prefix(Self.valueLimit)
  }

  private mutating func noteTooMany(_ field: String) {
    noteOnce(
      "W_TOO_MANY", "\(field) has more than \(Self.valueLimit) values; the others were left out")
  }
}
