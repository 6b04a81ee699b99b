/// The tables that texts are searched with; made in a file of their own, and again in the edition's.
extension EditionSchema {
  static let wordTables = """
    CREATE TABLE word (
      text TEXT PRIMARY KEY NOT NULL,
      list INTEGER,
      occurrences INTEGER,
      beginning_list INTEGER NOT NULL,
      beginning_occurrences INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE word_list (
      id INTEGER PRIMARY KEY,
      members BLOB NOT NULL
    ) STRICT;

    """

  static let searchTables = SearchTable.allCases.map { table in
    """
    CREATE VIRTUAL TABLE \(table.ofEvents) USING fts5 (
      \(columns), content='event', content_rowid='number', tokenize="\(table.tokenizer)"
    );
    CREATE VIRTUAL TABLE \(table.ofOccurrences) USING fts5 (
      \(columns), content='occurrence_text', content_rowid='occurrence',
      tokenize="\(table.tokenizer)"
    );

    """
  }.joined()

  private static let columns = EventRows.searched.joined(separator: ", ")

  /// Words are gathered in memory, up to 64 MB, and merged once at the end.
  static let searchSettings = """
    INSERT INTO event_search (event_search, rank) VALUES ('hashsize', 67108864);
    INSERT INTO event_search (event_search, rank) VALUES ('automerge', 0);
    """
}

/// A pair of search tables: of what events are about, and of the occurrences that have words of their
/// own.
enum SearchTable: CaseIterable {
  case words
  /// Of texts in scripts without spaces.
  case trigrams

  var ofEvents: String {
    switch self {
    case .words: "event_search"
    case .trigrams: "event_trigram"
    }
  }

  var ofOccurrences: String {
    switch self {
    case .words: "occurrence_search"
    case .trigrams: "occurrence_trigram"
    }
  }

  fileprivate var tokenizer: String {
    switch self {
    case .words: "unicode61 remove_diacritics 2"
    case .trigrams: "trigram"
    }
  }
}
