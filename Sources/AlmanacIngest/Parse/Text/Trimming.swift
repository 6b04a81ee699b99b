extension StringProtocol {
  /// Without the characters at either end for which this holds.
  func trimming(while isEdge: (Character) -> Bool) -> String {
    var text = self[...]
    while let first = text.first, isEdge(first) { text = text.dropFirst() }
    while let last = text.last, isEdge(last) { text = text.dropLast() }
    return String(text)
  }
}
