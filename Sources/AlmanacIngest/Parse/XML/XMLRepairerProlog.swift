extension XMLRepairer {
  /// Drops white space and messages of the server's programs before the document.
  mutating func skipLeadingText() {
    let start = position
    var first = start
    while first < input.count, XMLByte.isSpace(input[first]) { first += 1 }
    guard first < input.count else { return }
    position = first
    if hasPrefix("<?xml"), XMLByte.isSpace(peek(5)) {
      if first > start { noteAtStart(.leadingSpace, start) }
      position = start
      return drop(to: first)
    }
    if input[first] == UInt8(ascii: "<"), !startsWithMessage() {
      position = start
      return
    }
    let end = declarationAhead() ?? (input[first] == UInt8(ascii: "<") ? first : markupAhead())
    position = start
    guard end > first else { return }
    noteAtStart(.leadingText, start)
    drop(to: end)
  }

  private mutating func noteAtStart(_ kind: Defect, _ start: Int) {
    position = start
    note(kind)
  }

  /// Whether the document starts with a tag in which PHP and similar programs wrap their warnings.
  func startsWithMessage() -> Bool {
    let tags: [StaticString] = [
      "<br", "<b>", "<p>", "<pre", "<font", "<strong", "<script", "<style",
    ]
    return tags.contains { hasPrefix($0) }
  }

  /// The index of an XML declaration after a message of reasonable length.
  private func declarationAhead() -> Int? {
    var probe = self
    let limit = min(input.count, position + 65_536)
    while let index = find(UInt8(ascii: "<"), from: probe.position, to: limit) {
      probe.position = index
      if probe.hasPrefix("<?xml"), XMLByte.isSpace(probe.peek(5)) { return index }
      probe.position = index + 1
    }
    return nil
  }

  /// The index of the first tag, comment or declaration; the end if there is none.
  private func markupAhead() -> Int {
    var index = position
    while let next = find(UInt8(ascii: "<"), from: index) {
      let byte = next + 1 < input.count ? input[next + 1] : 0
      if XMLByte.isNameStart(byte) || byte == UInt8(ascii: "!") || byte == UInt8(ascii: "?") {
        return next
      }
      index = next + 1
    }
    return input.count
  }
}
