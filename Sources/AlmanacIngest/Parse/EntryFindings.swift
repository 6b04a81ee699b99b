import AlmanacModel

extension Entry {
  /// Adds a finding at a line, by default that of the entry.
  mutating func note(
    _ code: FindingCode, severity: Severity? = nil, _ message: String, line: Int? = nil
  ) {
    problems.append(Finding(code, severity: severity, message: message, line: line ?? self.line))
  }

  /// Records the text of a field that could not be read, at most 200 characters.
  mutating func markUnreadable(_ field: String, _ text: String) {
    unreadable[field] = String(text.prefix(200))
  }
}
