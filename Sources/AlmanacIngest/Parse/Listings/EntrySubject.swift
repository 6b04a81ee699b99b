import AlmanacModel

extension Entry {
  /// Whether it changes an instance of a series rather than being an event of its own.
  var isOverride: Bool {
    recurrence.recurrenceID != nil || unreadable["recurrenceID"] != nil
  }

  /// What a finding calls it: its title or else its id, neither of them whole where it is huge.
  var subject: String? {
    guard let name = title ?? id else { return nil }
    return name.utf8.count > 200 ? String(name.unicodeScalars.prefix(80)) + "…" : name
  }
}
