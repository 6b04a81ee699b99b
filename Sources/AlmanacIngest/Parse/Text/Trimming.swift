extension StringProtocol {
  /// Without the characters at either end for which this holds.
  func trimming(while isEdge: (Character) -> Bool) -> String {
    var text = self[...]
    while let first = text.first, isEdge(first) { text = text.dropFirst() }
    while let last = text.last, isEdge(last) { text = text.dropLast() }
    return String(text)
  }
}

extension String {
  /// Whether it holds more than the white space of markup.
  var isStated: Bool {
    // Of most texts the first byte decides.
    if let first = utf8.first, !first.isSpace { return true }
    return utf8.contains { !$0.isSpace }
  }
}
