extension XMLRepairer {
  /// Handles a `<` in text.
  mutating func markup() throws(DocumentRefusal) {
    switch peek(1) {
    case UInt8(ascii: "!"): try declaration()
    case UInt8(ascii: "?"): instruction()
    case UInt8(ascii: "/") where XMLByte.isNameStart(peek(2)): try endTag()
    case let byte where XMLByte.isNameStart(byte): try tag()
    default:
      note(.markup)
      emit("&#60;")
      position += 1
    }
  }

  // MARK: Tags

  /// Copies a start tag. Quotes inside it are tracked, because they may contain `<` and `>`.
  private mutating func tag() throws(DocumentRefusal) {
    let start = position
    var quote: UInt8 = 0
    var valueStart = 0
    var attributes = 0
    output.append(UInt8(ascii: "<"))
    position += 1
    while position < input.count {
      guard position - start <= limits.tagBytes else {
        throw .tooLarge("tag of bytes", limit: limits.tagBytes, line: line())
      }
      copyRun(of: XMLByte.inTag)
      guard position < input.count else { return }
      let byte = input[position]
      switch byte {
      case UInt8(ascii: ">") where quote == 0:
        opened(from: start, selfClosing: peek(-1) == UInt8(ascii: "/"))
        output.append(byte)
        position += 1
        return
      case UInt8(ascii: "\""), UInt8(ascii: "'"):
        output.append(byte)
        position += 1
        if quote == 0 {
          quote = byte
          valueStart = output.count
        } else if quote == byte {
          attributes += 1
          if beginsValue(after: valueStart, quote) {
            valueStart = output.count
          } else {
            quote = 0
            separateFromNext()
          }
        }
      case UInt8(ascii: "="):
        output.append(byte)
        position += 1
        if quote == 0, try quoteValue() { attributes += 1 }
      case UInt8(ascii: "&"): try reference()
      case UInt8(ascii: "<"):
        note(.markup)
        if quote == 0 {
          opened(from: start, selfClosing: false)
          output.append(UInt8(ascii: ">"))
          return
        }
        emit("&#60;")
        position += 1
      default:
        if XMLByte.classes[Int(byte)] & XMLByte.inTag != 0, byte != UInt8(ascii: ">") {
          copyOrDropSpecial()
        } else {
          output.append(byte)
          position += 1
        }
      }
      guard attributes <= limits.attributesPerTag else {
        throw .tooLarge("tag of attributes", limit: limits.attributesPerTag, line: line())
      }
    }
  }

  /// Quotes a value without quotes, which ends at white space or with the tag.
  ///
  /// - Returns: Whether there was one.
  private mutating func quoteValue() throws(DocumentRefusal) -> Bool {
    while XMLByte.isSpace(peek(0)) { drop(to: position + 1) }
    guard !"\"'<>".utf8.contains(peek(0)), position < input.count else { return false }
    note(.markup)
    output.append(UInt8(ascii: "\""))
    let start = position
    while position < input.count, position - start < limits.tagBytes, !XMLByte.isSpace(peek(0)),
      !"\"'<>".utf8.contains(peek(0)), peek(0) != UInt8(ascii: "/") || peek(1) != UInt8(ascii: ">")
    {
      if peek(0) == UInt8(ascii: "&") {
        try reference()
      } else if peek(0) < 0x20 || peek(0) == 0xEF {
        copyOrDropSpecial()
      } else {
        output.append(peek(0))
        position += 1
      }
    }
    output.append(UInt8(ascii: "\""))
    return true
  }

  /// Whether a second quote begins another value, because the name of an attribute precedes it.
  ///
  /// The quote that the value before lacks is inserted, as in `href="a.html type="text/html"`.
  ///
  /// - Parameter start: The start of the value in the output.
  private mutating func beginsValue(after start: Int, _ quote: UInt8) -> Bool {
    guard peek(-2) == UInt8(ascii: "="), !" \t\r\n/>".utf8.contains(peek(0)),
      let space = output[start...].lastIndex(where: XMLByte.isSpace),
      XMLByte.isNameStart(output[space + 1])
    else { return false }
    note(.markup)
    output.insert(quote, at: space)
    return true
  }

  /// Inserts the white space that must follow an attribute if it is missing.
  private mutating func separateFromNext() {
    let next = peek(0)
    guard XMLByte.isNameStart(next) else { return }
    note(.markup)
    output.append(UInt8(ascii: " "))
  }

  // MARK: Declarations

  /// Handles `<!`.
  private mutating func declaration() throws(DocumentRefusal) {
    if hasPrefix("<!--") {
      try dropComment()
    } else if hasPrefix("<![CDATA[", caseSensitive: true) {
      beginCDATA()
    } else if hasPrefix("<!doctype") {
      note(.doctype)
      try doctypeDeclaration()
    } else if hasPrefix("<!entity") {
      throw .entityDeclaration(line: line())
    } else {
      note(.markup)
      drop(to: find(UInt8(ascii: ">"), from: position + 2).map { $0 + 1 } ?? input.count)
    }
  }

  private mutating func dropComment() throws(DocumentRefusal) {
    let limit = min(input.count, position + limits.commentBytes)
    var index = position + 4
    while let dash = find(UInt8(ascii: "-"), from: index, to: limit) {
      if dash + 2 < limit, input[dash + 1] == UInt8(ascii: "-"),
        input[dash + 2] == UInt8(ascii: ">")
      {
        drop(to: dash + 3)
        return
      }
      index = dash + 1
    }
    guard limit == input.count else {
      throw .tooLarge("comment of bytes", limit: limits.commentBytes, line: line())
    }
    drop(to: limit)
  }

  /// Handles `<!DOCTYPE`.
  private mutating func doctypeDeclaration() throws(DocumentRefusal) {
    if open.isEmpty, doctype == nil,
      let declared = XMLDoctype(input, at: position, limit: limits.commentBytes)
    {
      doctype = declared
      drop(to: declared.end)
    } else {
      try dropDoctype()
    }
  }

  /// Drops a document type declaration; external identifiers are never fetched.
  private mutating func dropDoctype() throws(DocumentRefusal) {
    let limit = min(input.count, position + limits.commentBytes)
    var index = position + 9
    var quote: UInt8 = 0
    var insideSubset = false
    while index < limit {
      let byte = input[index]
      if insideSubset, byte == UInt8(ascii: "<") {
        let saved = position
        position = index
        if hasPrefix("<!entity") { throw .entityDeclaration(line: line()) }
        position = saved
      }
      switch byte {
      case quote: quote = 0
      case _ where quote != 0: break
      case UInt8(ascii: "\""), UInt8(ascii: "'"): quote = insideSubset ? 0 : byte
      case UInt8(ascii: "["): insideSubset = true
      case UInt8(ascii: "]"): insideSubset = false
      case UInt8(ascii: ">") where !insideSubset:
        drop(to: index + 1)
        return
      default: break
      }
      index += 1
    }
    guard limit == input.count else {
      throw .tooLarge("comment of bytes", limit: limits.commentBytes, line: line())
    }
    drop(to: limit)
  }

  /// Drops a processing instruction. Without `?>`, as in `<?xml version="1.0">`, it ends at its
  /// first `>`.
  private mutating func instruction() {
    let start = position + 2
    let close = closeOfInstruction(from: start)
    // libxml2 has read the instruction to its `?>`, and passed on the tags after it.
    if close <= accepted { return drop(to: close) }
    guard let end = find(UInt8(ascii: ">"), from: start) else { return drop(to: input.count) }
    if input[end - 1] == UInt8(ascii: "?"), end > start { return drop(to: end + 1) }
    var index = end
    let next = find(UInt8(ascii: "<"), from: start) ?? input.count
    while index < next, let close = find(UInt8(ascii: ">"), from: index, to: next) {
      if input[close - 1] == UInt8(ascii: "?") { return drop(to: close + 1) }
      index = close + 1
    }
    if end > next, close <= min(input.count, start + limits.pieceBytes) { return drop(to: close) }
    note(.markup)
    drop(to: end + 1)
  }

  /// The index after the next `?>`, past the end if there is none. It is searched once for all
  /// instructions before it.
  private mutating func closeOfInstruction(from start: Int) -> Int {
    if instructionClose < start + 2 {
      var mark = find(UInt8(ascii: "?"), from: start) ?? input.count
      while mark + 1 < input.count, input[mark + 1] != UInt8(ascii: ">") {
        mark = find(UInt8(ascii: "?"), from: mark + 1) ?? input.count
      }
      instructionClose = mark + 2
    }
    return instructionClose
  }

  /// The index of a byte in `start..<end`; nil if there is none.
  func find(_ byte: UInt8, from start: Int, to end: Int? = nil) -> Int? {
    let end = min(end ?? input.count, input.count)
    guard start < end else { return nil }
    return input[start..<end].firstIndex(of: byte)
  }
}
