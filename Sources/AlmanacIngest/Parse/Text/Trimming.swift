extension StringProtocol {
  /// The text without the characters at either end that match.
  func trimming(while isEdge: (Character) -> Bool) -> String {
    var text = self[...]
    while let first = text.first, isEdge(first) { text = text.dropFirst() }
    while let last = text.last, isEdge(last) { text = text.dropLast() }
    return String(text)
  }
}

extension String {
  /// Whether the text contains more than ASCII white space.
  var hasText: Bool {
    // The first byte decides for most texts.
    if let first = utf8.first, !first.isSpace { return true }
    return utf8.contains { !$0.isSpace }
  }

  /// The text; nil if it is blank.
  var nonBlank: String? { hasText ? self : nil }
}
