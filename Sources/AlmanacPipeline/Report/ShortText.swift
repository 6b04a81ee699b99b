import AlmanacTime

extension String {
  /// A number with its word, as in "1 event" and "2 events".
  ///
  /// - Parameter plural: Where it is more than an s behind the word.
  public init(counting count: Int, _ word: String, plural: String? = nil) {
    self = "\(count) \(count == 1 ? word : plural ?? "\(word)s")"
  }
}

extension CivilDateTime {
  /// `HH:MM`.
  var timeOfDay: String { String(description.dropFirst(11).prefix(5)) }
}
