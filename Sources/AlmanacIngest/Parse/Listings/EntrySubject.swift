import AlmanacModel

extension Entry {
  /// Whether it changes an instance of a series instead of being an event of its own.
  var isOverride: Bool {
    recurrence.recurrenceID != nil || unreadable["recurrenceID"] != nil
  }

  /// Its name in findings: the title, else the id, shortened.
  var subject: String? {
    (title ?? id).map(EntrySubject.text)
  }
}

enum EntrySubject {
  /// The first 80 characters of a name longer than 200 bytes.
  static func text(_ name: String) -> String {
    name.utf8.count > 200 ? String(name.unicodeScalars.prefix(80)) + "…" : name
  }
}
