import AlmanacModel

/// The venue of an entry, from the field that its source's definition names.
enum VenueField {
  /// Returns nil if none of the fields contains a venue.
  static func text(of entry: Entry, _ reading: VenueReading = VenueReading()) -> String? {
    for field in reading.fields {
      if let text = text(of: entry, in: field, after: reading.label) { return text }
    }
    return nil
  }

  private static func text(
    of entry: Entry, in field: VenueReading.Field, after label: String?
  ) -> String? {
    switch field {
    case .location: return located(entry)
    case .address: return venue(entry.address)
    case .organizer: return venue(ListingMapper.name(entry.organizer))
    case .title: return venue(Self.text(after: label, in: entry.title))
    case .description:
      return venue(Self.text(after: label, in: entry.content))
        ?? venue(Self.text(after: label, in: entry.summary))
    }
  }

  /// The venue with its address, because a hall's name alone is ambiguous.
  private static func located(_ entry: Entry) -> String? {
    guard let address = entry.address?.nonBlank else { return venue(entry.venue) }
    guard let name = venue(entry.venue) else { return address }
    if name.contains(address) { return name }
    return address.hasPrefix(name) ? address : name + ", " + address
  }

  /// The venue; nil for placeholders such as "-" (CivicPlus) and "None" (Bedework).
  private static func venue(_ text: String?) -> String? {
    guard let venue = text?.nonBlank else { return nil }
    return venue.utf8.count <= 9 && blanks.contains(venue.lowercased()) ? nil : venue
  }

  private static let blanks: Set = [
    "-", "--", "none", "n/a", "na", "null", "undefined", "nil", ".", "—", "–",
  ]

  /// The text after the label, in any case, up to the end of the line; the next line if that is
  /// empty.
  private static func text(after label: String?, in text: String?) -> String? {
    guard let label, let text else { return nil }
    let wanted = label.lowercased()
    let lines = text.split(separator: "\n", omittingEmptySubsequences: true)
    for (number, line) in lines.enumerated() {
      let folded = line.lowercased()
      guard let range = folded.firstRange(of: wanted) else { continue }
      // Use the original spelling unless lowercasing changed the length.
      let written = folded.utf8.count == line.utf8.count ? line : folded[...]
      let offset = folded.utf8.distance(from: folded.startIndex, to: range.upperBound)
      let rest = String(Substring(written.utf8.dropFirst(offset)))
      let venue = FieldText.clean(rest).text
      if !venue.isEmpty { return venue }
      return number + 1 < lines.count ? FieldText.clean(String(lines[number + 1])).text : nil
    }
    return nil
  }
}
