import AlmanacTime

extension HTMLQuickReader {
  /// Behind a start tag's name: writes the attributes that may stay and passes over the tag's end.
  /// nil where they are not simple, else whether there was an address of a picture.
  mutating func attributes(of element: HTMLQuickElement) -> Bool? {
    var hasSource = false
    var count = 0
    while true {
      let space = index
      while byte(0) == 0x20 { index &+= 1 }
      if byte(0) == UInt8(ascii: ">") {
        index &+= 1
        return hasSource
      }
      if byte(0) == UInt8(ascii: "/"), byte(1) == UInt8(ascii: ">") {
        index &+= 2
        return hasSource
      }
      guard index > space, let (name, value) = attribute() else { return nil }
      // The first of two counts.
      guard count < seen.count, !(0..<count).contains(where: { same(seen[$0], name) }) else {
        return nil
      }
      seen[count] = name
      count &+= 1
      guard let isSource = write(name, value, of: element) else { return nil }
      hasSource = hasSource || isSource
    }
  }

  private func same(_ one: Range<Int>, _ other: Range<Int>) -> Bool {
    one.count == other.count && bytes[one].elementsEqual(bytes[other])
  }

  private func reads(_ range: Range<Int>, _ text: StaticString) -> Bool {
    range.count == text.utf8CodeUnitCount && XMLByte.reads(bytes, range.lowerBound, text)
  }

  /// `name="value"`, in plain signs, and nothing that could run.
  private mutating func attribute() -> (name: Range<Int>, value: Range<Int>)? {
    let start = index
    while 0x61...0x7A ~= byte(0) || byte(0) == UInt8(ascii: "-") { index &+= 1 }
    let name = start..<index
    let quote = byte(1)
    guard !name.isEmpty, byte(0) == UInt8(ascii: "="),
      quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'"),
      !XMLByte.reads(bytes, start, "on"), !reads(name, "srcdoc")
    else { return nil }
    index &+= 2
    let first = index
    while true {
      index = endOfPlainValue(index)
      guard index < bytes.count, bytes[index] != quote else { break }
      switch bytes[index] {
      case 0..<0x20, UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "\""), 0x7F: return nil
      case UInt8(ascii: "&"):
        guard XMLByte.reads(bytes, index, "&amp;") else { return nil }
      case UInt8(ascii: ":"):
        // The ends of `javascript` and `data`.
        guard index > first else { return nil }
        let last = bytes[index &- 1].lowercased
        if last == UInt8(ascii: "t") || last == UInt8(ascii: "a") || last <= 0x20 { return nil }
      default: break
      }
      index &+= 1
    }
    guard index < bytes.count, index &- start < 32_768 else { return nil }
    defer { index &+= 1 }
    return (name, first..<index)
  }

  /// Passes over bytes that are nothing special in any value.
  private func endOfPlainValue(_ start: Int) -> Int {
    var index = start
    while index &+ 16 <= bytes.count {
      let ones = SixteenBytes(bytes, at: index)
      let plain =
        ones.isNoControl & ones.isNeither(UInt8(ascii: "<"), nor: UInt8(ascii: ">"))
        & ones.isNeither(UInt8(ascii: "&"), nor: UInt8(ascii: "\""))
        & ones.isNot(UInt8(ascii: "'")) & ones.isNot(UInt8(ascii: ":")) & ones.isNot(0x7F)
      let count = plain.firstExcepted
      index &+= count
      if count < 16 { break }
    }
    return index
  }

  /// Writes an attribute where it may stay; nil where that takes a closer look, else whether it was
  /// the address of a picture.
  private mutating func write(
    _ name: Range<Int>, _ value: Range<Int>, of element: HTMLQuickElement
  ) -> Bool? {
    let isLink = element.isAnchor && reads(name, "href")
    let isSource = element.isPicture && reads(name, "src")
    if isLink || isSource {
      guard isAddress(value) else { return nil }
    } else if element.hasOwnAttributes {
      return nil
    } else {
      let isKept =
        reads(name, "title") || reads(name, "lang") || reads(name, "dir")
        || (element.isPicture
          && (reads(name, "alt") || reads(name, "width") || reads(name, "height")))
      guard isKept else {
        hasClasses = hasClasses || reads(name, "class")
        return false
      }
      isClean = isClean && hasSingleBlanks(value)
    }
    safe.append(0x20)
    safe.append(UnsafeBufferPointer(rebasing: bytes[name]))
    safe.append(UInt8(ascii: "="))
    safe.append(UInt8(ascii: "\""))
    // What is escaped in it is what would be.
    safe.append(UnsafeBufferPointer(rebasing: bytes[value]))
    safe.append(UInt8(ascii: "\""))
    return isSource
  }

  /// Whether no two blanks stand side by side.
  private func hasSingleBlanks(_ value: Range<Int>) -> Bool {
    var last: UInt8 = 0
    for byte in bytes[value] {
      if byte == 0x20, last == 0x20 { return false }
      last = byte
    }
    return true
  }

  /// Whether `URLText` would leave a value as it is.
  private func isAddress(_ value: Range<Int>) -> Bool {
    let isSecure = XMLByte.reads(bytes, value.lowerBound, "https://")
    guard isSecure || XMLByte.reads(bytes, value.lowerBound, "http://") else { return false }
    var index = value.lowerBound &+ (isSecure ? 8 : 7)
    guard index < value.upperBound, bytes[index].isAlphanumeric else { return false }
    let start = index
    while index < value.upperBound, !URLText.endsAuthority(bytes[index]) {
      if bytes[index] == UInt8(ascii: "@") || bytes[index] == UInt8(ascii: "%") { return false }
      index &+= 1
    }
    return URLText.isLegal(bytes, start..<value.upperBound)
  }
}
