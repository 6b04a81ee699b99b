import AlmanacModel

/// A start tag. Its attributes are parsed on demand.
struct HTMLTag {
  let element: HTMLName
  /// In lower case.
  var name: String { element.text }
  /// The range of the attributes in the tokenizer's bytes.
  let attributes: Range<Int>

  /// The attributes in order, with lower-case names and resolved references. The first of a
  /// repeated name counts (WHATWG HTML, section 13.2.5.33).
  func attributes(in bytes: [UInt8]) -> [(name: String, value: String)] {
    var reader = HTMLAttributeReader(
      bytes: bytes, index: attributes.lowerBound, end: attributes.upperBound)
    var found: [(name: String, value: String)] = []
    while found.count < 64, let next = reader.next() {
      if !found.contains(where: { $0.name == next.name }) { found.append(next) }
    }
    return found
  }

  func attribute(_ name: String, in bytes: [UInt8]) -> String? {
    attributes(in: bytes).first { $0.name == name }?.value
  }
}

private struct HTMLAttributeReader {
  let bytes: [UInt8]
  var index: Int
  let end: Int

  mutating func next() -> (name: String, value: String)? {
    while index < end, bytes[index].isSpace || bytes[index] == UInt8(ascii: "/") { index += 1 }
    guard index < end else { return nil }
    let start = index
    // A name may begin with `=`, so skip one byte in any case.
    index += 1
    while index < end, !bytes[index].isSpace, bytes[index] != UInt8(ascii: "="),
      bytes[index] != UInt8(ascii: "/")
    {
      index += 1
    }
    let name = StreamSafeText.bounded(String(lowercasing: bytes[start..<index]))
    skipSpace()
    guard index < end, bytes[index] == UInt8(ascii: "=") else { return (name, "") }
    index += 1
    skipSpace()
    let text = HTMLEntities.decode(
      String(decoding: bytes[value()], as: UTF8.self), isAttribute: true)
    return (name, StreamSafeText.bounded(text))
  }

  private mutating func skipSpace() {
    while index < end, bytes[index].isSpace { index += 1 }
  }

  private mutating func value() -> Range<Int> {
    guard index < end else { return end..<end }
    let quote = bytes[index]
    let isQuoted = quote == 0x22 || quote == 0x27
    if isQuoted { index += 1 }
    let start = index
    while index < end, isQuoted ? bytes[index] != quote : !bytes[index].isSpace { index += 1 }
    let range = start..<index
    if isQuoted, index < end { index += 1 }
    return range
  }
}
