import AlmanacModel

/// The words for the status of an event.
enum StatusWords {
  /// The status for a word of RFC 5545, section 3.8.1.11 (in any case, with one L or two), of
  /// schema.org (`EventCancelled`, also as an address) or of Google
  /// (`http://schemas.google.com/g/2005#event.canceled`); nil for others.
  static func status(_ text: String) -> EventStatus? {
    let text = text.lowercased()
    // Most publishers write the plain word.
    if let status = byWord[text] { return status }
    let name = text.split { "#/.:".contains($0) }.last ?? ""
    let word = name.trimming(while: \.isWhitespace)
    let plain = word.hasPrefix("event") ? String(word.dropFirst(5)) : word
    return byWord[plain.trimming(while: \.isWhitespace)]
  }

  private static let byWord: [String: EventStatus] = [
    "confirmed": .confirmed, "scheduled": .confirmed, "tentative": .tentative,
    "cancelled": .cancelled, "canceled": .cancelled, "postponed": .postponed,
    // schema.org: the event takes place at the new time or place.
    "rescheduled": .confirmed, "movedonline": .confirmed,
    // In tables of other languages.
    "abgesagt": .cancelled, "annulé": .cancelled, "annulée": .cancelled, "cancelado": .cancelled,
    "cancelada": .cancelled, "annullato": .cancelled, "geannuleerd": .cancelled,
    "verschoben": .postponed, "reporté": .postponed, "aplazado": .postponed,
  ]
}
