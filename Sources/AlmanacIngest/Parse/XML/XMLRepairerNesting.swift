extension XMLRepairer {
  /// Handles `</` and a name: writes the end tags that the open elements need.
  ///
  /// Unescaped HTML (`<description>a<br>b</description>`) would otherwise shift every following end
  /// tag by one element.
  mutating func endTag() throws(DocumentRefusal) {
    let name = (position + 2)..<endOfName(from: position + 2)
    let limit = min(input.count, position + limits.tagBytes)
    // One search for both: two searches would each run to the limit, tag after tag.
    let bracket = input[name.upperBound..<max(limit, name.upperBound)].firstIndex {
      $0 == UInt8(ascii: ">") || $0 == UInt8(ascii: "<")
    }
    guard bracket != nil || limit == input.count else {
      throw .tooLarge("tag of bytes", limit: limits.tagBytes, line: line())
    }
    let isClosed = bracket.map { input[$0] == UInt8(ascii: ">") } ?? false
    let end = bracket.map { isClosed ? $0 + 1 : $0 } ?? limit
    if let last = open.last, same(last.name, name) {
      if !isClosed { note(.markup) }
      closeLast()
    } else if bracket == nil {
      // The document is truncated within the name.
      return drop(to: end)
    } else if let index = openElement(named: name) {
      note(.nesting)
      while open.count > index { closeLast() }
    } else {
      note(.nesting)
      // A misspelled end tag ends an element that contains only text; any other end tag is stray.
      if let last = open.last, !last.hasChildren, !isFollowed(from: end, byEndOf: last.name) {
        closeLast()
      }
    }
    drop(to: end)
  }

  /// Records an element after its start tag was copied.
  mutating func opened(from start: Int, selfClosing: Bool) {
    if let last = open.indices.last { open[last].hasChildren = true }
    guard !selfClosing else { return }
    open.append(OpenElement(name: (start + 1)..<endOfName(from: start + 1)))
  }

  private mutating func closeLast() {
    guard let name = open.popLast()?.name else { return }
    emit("</")
    output.append(contentsOf: input[name])
    output.append(UInt8(ascii: ">"))
  }

  /// The innermost open element with a name, among the innermost 32.
  private func openElement(named name: Range<Int>) -> Int? {
    open.indices.suffix(32).last { same(open[$0].name, name) }
  }

  private func same(_ one: Range<Int>, _ other: Range<Int>) -> Bool {
    one.count == other.count && input[one].elementsEqual(input[other])
  }

  /// Whether the next tag ends the element. The end tag before it was then a stray one, not a
  /// misspelled one.
  private func isFollowed(from index: Int, byEndOf name: Range<Int>) -> Bool {
    let limit = min(input.count, index + limits.pieceBytes)
    guard let next = find(UInt8(ascii: "<"), from: index, to: limit), next + 1 < input.count,
      input[next + 1] == UInt8(ascii: "/")
    else { return false }
    return same(name, (next + 2)..<endOfName(from: next + 2))
  }

  private func endOfName(from start: Int) -> Int {
    var index = start
    while index < input.count {
      switch input[index] {
      case UInt8(ascii: ">"), UInt8(ascii: "/"), UInt8(ascii: "<"), UInt8(ascii: "\""),
        UInt8(ascii: "'"), UInt8(ascii: "="), UInt8(ascii: "&"), 0...0x20:
        return index
      default: index += 1
      }
    }
    return max(index, start)
  }
}
