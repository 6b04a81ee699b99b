extension XMLStrictReader {
  /// An attribute as written.
  struct Part {
    let name: Range<Int>
    let value: String
    let isDeclaration: Bool
  }

  /// Whatever goes beyond is libxml2's, whose own limits are wider.
  struct Limits: Sendable {
    var depth = 255
    /// As much as libxml2's scanner tells at once.
    var textBytes = (1 << 16) - 1
    var commentBytes = 1 << 20
    var attributes = 64
    var tagBytes = 1 << 16
  }

  /// At a `<` that begins neither an end tag nor a declaration.
  mutating func startTag() throws -> Bool {
    let start = position
    let expected = names.expected(input, at: start &+ 1)
    guard isTextBounded, frames.count < limits.depth,
      let qualified = expected ?? name(from: start &+ 1)
    else { return false }
    position = qualified.upperBound
    if !parts.isEmpty { parts.removeAll(keepingCapacity: true) }
    var isEmpty = false
    if peek(0) == UInt8(ascii: ">") {
      position &+= 1
    } else {
      guard let ending = attributes(of: start) else { return false }
      isEmpty = ending
    }
    if isEmpty, frames.isEmpty, !isNothing(after: position) { return false }
    let isMarked = parts.contains(where: \.isDeclaration)
    if isMarked {
      guard declare() else { return false }
    }
    guard let name = names.element(input, qualified, isExpected: expected != nil),
      let attributes = parts.isEmpty ? [] : resolved()
    else {
      if isMarked { names.leave() }
      return false
    }
    try open(
      name, qualified: qualified, tag: start..<position, attributes: attributes,
      isEmpty: isEmpty, isMarked: isMarked)
    return true
  }

  /// The name that begins at an index: ASCII, with at most one colon within it.
  private func name(from start: Int) -> Range<Int>? {
    guard start < input.count, XMLByte.strictName[Int(input[start])] == 2 else { return nil }
    var index = start &+ 1
    var colon = -1
    while index < input.count {
      let kind = XMLByte.strictName[Int(input[index])]
      if kind == 0 {
        guard input[index] == UInt8(ascii: ":"), colon < 0 else { break }
        colon = index
        guard index &+ 1 < input.count, XMLByte.strictName[Int(input[index &+ 1])] == 2 else {
          return nil
        }
      }
      index &+= 1
    }
    guard index < input.count, index &- start <= 200 else { return nil }
    let next = input[index]
    guard
      XMLByte.isSpace(next) || next == UInt8(ascii: ">") || next == UInt8(ascii: "/")
        || next == UInt8(ascii: "=")
    else { return nil }
    return start..<index
  }

  /// Reads to the end of the tag; nil where it is not well-formed, else whether the tag ends its
  /// element, too.
  private mutating func attributes(of start: Int) -> Bool? {
    while true {
      let space = position
      while peek(0) == 0x20 || peek(0) == 0x0A || peek(0) == 0x09 {
        if peek(0) == 0x0A { currentLine &+= 1 }
        position &+= 1
      }
      if peek(0) == UInt8(ascii: ">") {
        position &+= 1
        return false
      }
      if peek(0) == UInt8(ascii: "/") {
        guard peek(1) == UInt8(ascii: ">") else { return nil }
        position &+= 2
        return true
      }
      guard position > space, parts.count < limits.attributes,
        position &- start < limits.tagBytes, let name = name(from: position)
      else { return nil }
      position = name.upperBound
      guard peek(0) == UInt8(ascii: "="), let value = value() else { return nil }
      parts.append(Part(name: name, value: value, isDeclaration: isDeclaration(name)))
    }
  }

  /// At the `=` before a value in quotes.
  private mutating func value() -> String? {
    let quote = peek(1)
    guard quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else { return nil }
    position &+= 2
    let start = position
    var bytes: [UInt8] = []
    var copied = start
    while position < input.count {
      let byte = input[position]
      switch byte {
      case quote:
        guard position &- start <= limits.tagBytes else { return nil }
        defer { position &+= 1 }
        let rest = UnsafeBufferPointer(rebasing: input[copied..<position])
        if bytes.isEmpty { return String(valid: rest) }
        bytes.append(contentsOf: rest)
        return bytes.withUnsafeBufferPointer { String(valid: $0) }
      case UInt8(ascii: "&"):
        bytes.append(contentsOf: UnsafeBufferPointer(rebasing: input[copied..<position]))
        guard let scalar = reference() else { return nil }
        bytes.append(utf8: scalar)
        copied = position
      case 0xEF:
        guard let end = endOfSpecial() else { return nil }
        position = end
      case UInt8(ascii: "<"), 0..<0x20: return nil
      default: position &+= 1
      }
    }
    return nil
  }

  /// At a `&`: what the reference stands for; nil unless it is one that XML itself knows.
  mutating func reference() -> UInt32? {
    let start = position &+ 1
    var end = start
    while end < input.count, end &- start <= 8, input[end] != UInt8(ascii: ";") { end &+= 1 }
    guard end < input.count, input[end] == UInt8(ascii: ";"), end > start else { return nil }
    let value: UInt32? =
      if input[start] == UInt8(ascii: "#") {
        number(start &+ 1, end)
      } else {
        switch (end &- start, input[start]) {
        case (2, UInt8(ascii: "l")): looking(at: "&lt;") ? 0x3C : nil
        case (2, UInt8(ascii: "g")): looking(at: "&gt;") ? 0x3E : nil
        case (3, UInt8(ascii: "a")): looking(at: "&amp;") ? 0x26 : nil
        case (4, UInt8(ascii: "a")): looking(at: "&apos;") ? 0x27 : nil
        case (4, UInt8(ascii: "q")): looking(at: "&quot;") ? 0x22 : nil
        default: nil
        }
      }
    if value != nil { position = end &+ 1 }
    return value
  }

  private func number(_ start: Int, _ end: Int) -> UInt32? {
    let isHexadecimal = input[start] == UInt8(ascii: "x")
    let first = isHexadecimal ? start &+ 1 : start
    guard first < end else { return nil }
    var value: UInt32 = 0
    for index in first..<end {
      guard let digit = XMLByte.digit(input[index], base: isHexadecimal ? 16 : 10) else {
        return nil
      }
      value = value &* (isHexadecimal ? 16 : 10) &+ digit
    }
    // Those up to 0x9F mean windows-1252, which is a repair.
    guard XMLByte.isCharacter(value), !(0x80..<0xA0).contains(value) else { return nil }
    return value
  }

  // MARK: Namespaces

  private func isDeclaration(_ name: Range<Int>) -> Bool {
    guard name.count >= 5, XMLByte.reads(input, name.lowerBound, "xmlns") else { return false }
    return name.count == 5 || input[name.lowerBound &+ 5] == UInt8(ascii: ":")
  }

  /// Declares what the attributes declare; false where any of it is unusual.
  private mutating func declare() -> Bool {
    names.enter()
    for part in parts where part.isDeclaration {
      let prefix = part.name.count == 5 ? 0..<0 : (part.name.lowerBound &+ 6)..<part.name.upperBound
      guard XMLStrictNames.isUsual(part.value), names.declare(input, prefix, part.value) else {
        names.leave()
        return false
      }
    }
    return true
  }

  /// The attributes with their names; nil where a prefix is not declared or a name comes twice.
  private mutating func resolved() -> [XMLAttribute]? {
    var attributes: [XMLAttribute] = []
    for part in parts where !part.isDeclaration {
      guard let name = names.attribute(input, part.name),
        !attributes.contains(where: {
          $0.name.local == name.local && $0.name.namespace == name.namespace
        })
      else { return nil }
      attributes.append(XMLAttribute(name: name, value: part.value))
    }
    return attributes
  }
}
