import AlmanacModel

extension Entry {
  /// Whether it changes an instance of a series rather than being an event of its own.
  var isOverride: Bool {
    recurrence.recurrenceID != nil || unreadable["recurrenceID"] != nil
  }

  /// What a finding calls it: its title or else its id, neither of them whole where it is huge.
  var subject: String? {
    (title ?? id).map(EntrySubject.text)
  }
}

enum EntrySubject {
  /// A name as findings quote it: of a huge one the beginning.
  static func text(_ name: String) -> String {
    name.utf8.count > 200 ? String(name.unicodeScalars.prefix(80)) + "…" : name
  }
}
