import AlmanacModel

/// Reads a status marker in a title: `[CANCELLED] Concert`, `Konzert - ABGESAGT`,
/// `Concert (annulé)`.
enum StatusMarker {
  /// Returns the title without its marker, and the status. Without a marker, or if nothing else
  /// remains, the title is unchanged.
  ///
  /// A marker may be of any case in brackets, or before or after a colon, a dash or a bar.
  /// Otherwise it must be at the start or end in capitals, with the rest of the title not in
  /// capitals. "Cancelled Stamps: an Exhibition" has no marker.
  static func read(_ title: String) -> (title: String, status: EventStatus?) {
    // Fast path: nearly all titles have no marker.
    guard mayContainMarker(title) else { return (title, nil) }
    return bracketed(title) ?? separated(title) ?? bare(title) ?? (title, nil)
  }

  private typealias Reading = (title: String, status: EventStatus?)

  // Regular expressions are compiled at each use, so check for a required character first.

  private static func bracketed(_ title: String) -> Reading? {
    guard title.contains(where: { "[({<*【".contains($0) }) else { return nil }
    for match in title.matches(
      of: /\s*[\[\(\{<*【]+([^\[\]\(\)\{\}<>*【】]{4,40})[\]\)\}>*】]+\s*[:\-–—|]?\s*/)
    {
      guard let status = status(match.output.1) else { continue }
      return rest(title[..<match.range.lowerBound], title[match.range.upperBound...], status)
    }
    return nil
  }

  private static func separated(_ title: String) -> Reading? {
    guard title.contains(where: { ":|!*-–—".contains($0) }) else { return nil }
    if let match = title.prefixMatch(
      of: /\s*([^:\-–—|!*]{4,40}?)\s*(?:[:|!*]+|\s[\-–—]+\s|[–—])\s*/),
      let status = status(match.output.1)
    {
      return rest("", title[match.range.upperBound...], status)
    }
    if let match = title.firstMatch(
      of: /\s*(?:[:|!*]+|\s[\-–—]+\s|[–—])\s*([^:\-–—|!*]{4,40}?)[\s!.*\-–—]*$/),
      let status = status(match.output.1)
    {
      return rest(title[..<match.range.lowerBound], "", status)
    }
    return nil
  }

  private static func bare(_ title: String) -> Reading? {
    let words = title.split(separator: " ", omittingEmptySubsequences: true)
    guard words.count > 1 else { return nil }
    for count in 1...min(2, words.count - 1) {
      let first = words[..<count].joined(separator: " ")
      if let status = status(first[...]), isCapital(first) {
        let rest = words[count...].joined(separator: " ")
        if !isCapital(rest) { return (rest, status) }
      }
      let last = words[(words.count - count)...].joined(separator: " ")
      if let status = status(last[...]), isCapital(last) {
        let rest = words[..<(words.count - count)].joined(separator: " ")
        if !isCapital(rest) { return (rest, status) }
      }
    }
    return nil
  }

  private static func rest(
    _ before: Substring, _ after: Substring, _ status: EventStatus
  ) -> Reading? {
    let parts = [before, after].map { FieldText.clean(String($0)).text }.filter(\.hasText)
    let title = parts.joined(separator: " ")
    return title.contains(where: { $0.isLetter || $0.isNumber }) ? (title, status) : nil
  }

  /// Whether all letters are capitals.
  private static func isCapital(_ text: String) -> Bool {
    text.contains(where: \.isLetter) && text == text.uppercased()
  }

  private static func status(_ text: Substring) -> EventStatus? {
    let word = text.trimmingPrefix(while: \.isWhitespace).lowercased()
      .trimming { $0.isWhitespace || $0 == "!" || $0 == "." || $0 == "*" }
    return words[word]
  }

  /// The markers in the main European languages, in lower case.
  private static let words: [String: EventStatus] = {
    let cancelled = """
      cancelled|canceled|cancellation|event cancelled|event canceled|class cancelled|class canceled|\
      abgesagt|entfällt|entfaellt|fällt aus|faellt aus|leider abgesagt|absage|\
      annulé|annulée|annulés|annulées|annule|annulation|supprimé|supprimée|\
      cancelado|cancelada|cancelados|canceladas|anulado|anulada|suspendido|suspendida|\
      annullato|annullata|annullati|annullate|cancellato|cancellata|evento annullato|\
      evento cancelado|geannuleerd|afgelast|vervalt|gaat niet door|\
      odwołane|odwołany|odwołana|odwolane|anulat|anulată|anulata|\
      inställt|inställd|aflyst|avlyst|zrušeno|zrušen|zrušena|peruttu|peruutettu|\
      отменено|отменён|отменен|отменена|отмена|скасовано|ακυρώθηκε
      """
    let postponed = """
      postponed|event postponed|verschoben|wird verschoben|verlegt|vertagt|\
      reporté|reportée|reportés|reportées|aplazado|aplazada|pospuesto|pospuesta|\
      rinviato|rinviata|rinviati|rimandato|rimandata|adiado|adiada|uitgesteld|\
      przełożone|przełożony|przełożona|amânat|amânată|amanat|\
      uppskjutet|uppskjuten|udsat|utsatt|odloženo|siirretty|перенесено|перенесён|перенесен
      """
    var words: [String: EventStatus] = [:]
    for word in cancelled.split(separator: "|") { words[String(word)] = .cancelled }
    for word in postponed.split(separator: "|") { words[String(word)] = .postponed }
    return words
  }()

  /// Whether a word of the title starts like a marker.
  ///
  /// - Complexity: O(bytes).
  private static func mayContainMarker(_ title: String) -> Bool {
    var prefix: UInt32 = 0
    var length = 0
    for byte in title.utf8 {
      guard byte.isLetter || byte >= 0x80 else {
        length = 0
        continue
      }
      length += 1
      guard length <= 4 else { continue }
      prefix = (length == 1 ? 0 : prefix << 8) | UInt32(byte.lowercased)
      if length == 4, prefixes.contains(prefix) { return true }
    }
    return false
  }

  /// The first four bytes of the longest word of each marker, in lower and upper case.
  private static let prefixes: Set<UInt32> = {
    var prefixes: Set<UInt32> = []
    for marker in words.keys {
      let parts: [Substring] = marker.split(separator: " ")
      guard let longest = parts.max(by: { $0.count < $1.count }) else { continue }
      for word in [longest.lowercased(), longest.uppercased()] {
        var prefix: UInt32 = 0
        for byte in word.utf8.prefix(4) { prefix = prefix << 8 | UInt32(byte.lowercased) }
        prefixes.insert(prefix)
      }
    }
    return prefixes
  }()
}
