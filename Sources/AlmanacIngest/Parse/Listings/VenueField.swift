import AlmanacModel

/// The venue that an entry states, in the field where its source does.
enum VenueField {
  /// nil where none of the fields states one.
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
    case .address: return stated(entry.address)
    case .organizer: return stated(ListingMapper.name(entry.organizer))
    case .title: return stated(Self.text(after: label, in: entry.title))
    case .description:
      return stated(Self.text(after: label, in: entry.content))
        ?? stated(Self.text(after: label, in: entry.summary))
    }
  }

  /// The venue with its address: a hall alone may be anywhere, with its street it is the one meant.
  private static func located(_ entry: Entry) -> String? {
    guard let address = ListingMapper.stated(entry.address) else { return stated(entry.venue) }
    guard let name = stated(entry.venue) else { return address }
    if name.contains(address) { return name }
    return address.hasPrefix(name) ? address : name + ", " + address
  }

  /// The text as a venue; nil for what publishers write where there is none (CivicPlus "-",
  /// Bedework "None").
  private static func stated(_ text: String?) -> String? {
    guard let venue = ListingMapper.stated(text) else { return nil }
    return venue.utf8.count <= 9 && blanks.contains(venue.lowercased()) ? nil : venue
  }

  private static let blanks: Set = [
    "-", "--", "none", "n/a", "na", "null", "undefined", "nil", ".", "—", "–",
  ]

  /// What stands after the label, in any case, up to the end of the line; the next line where that is
  /// empty.
  private static func text(after label: String?, in text: String?) -> String? {
    guard let label, let text else { return nil }
    let wanted = label.lowercased()
    let lines = text.split(separator: "\n", omittingEmptySubsequences: true)
    for (number, line) in lines.enumerated() {
      let folded = line.lowercased()
      guard let range = folded.firstRange(of: wanted) else { continue }
      // As it was written, unless lower case is longer.
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
