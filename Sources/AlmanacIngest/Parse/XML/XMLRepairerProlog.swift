extension XMLRepairer {
  /// Drops what stands before the document: white space, messages of the server's own programs.
  mutating func skipLeadingText() {
    let start = position
    var first = start
    while first < input.count, XMLByte.isSpace(input[first]) { first += 1 }
    guard first < input.count else { return }
    position = first
    if looking(at: "<?xml"), XMLByte.isSpace(peek(5)) {
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

  /// Whether the document begins with a tag as PHP and its like put around their warnings.
  func startsWithMessage() -> Bool {
    let tags: [StaticString] = [
      "<br", "<b>", "<p>", "<pre", "<font", "<strong", "<script", "<style",
    ]
    return tags.contains { looking(at: $0) }
  }

  /// Where the XML declaration stands that follows a message of reasonable length.
  private func declarationAhead() -> Int? {
    var probe = self
    let limit = min(input.count, position + 65_536)
    while let index = find(UInt8(ascii: "<"), from: probe.position, to: limit) {
      probe.position = index
      if probe.looking(at: "<?xml"), XMLByte.isSpace(probe.peek(5)) { return index }
      probe.position = index + 1
    }
    return nil
  }

  /// Where the first tag, comment or declaration stands; the end if there is none.
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
