/// Reads HTML as `HTMLSanitizer.read` does, where it is as simple as that of most feeds: text,
/// references, elements that safe HTML may hold, attributes in quotes. All else it leaves to that.
///
/// Whatever it gives is byte for byte the same; what it is for is its speed: no token and no string is
/// made on the way.
struct HTMLQuickReader {
  private let bytes: UnsafeBufferPointer<UInt8>
  private var index = 0
  private var safe: ByteSink
  private var plain: HTMLQuickText
  private var open: [HTMLQuickElement] = []
  /// Whether a reference was met that is longer than any that people write.
  private var isOdd = false

  /// nil where the markup is anything but simple.
  static func read(_ html: String) -> HTMLSanitizer.Reading? {
    var html = html
    return html.withUTF8 { bytes in
      // Few texts grow; one that does much is left to the other reader.
      let capacity = bytes.count + bytes.count / 2 + 256
      return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 2 * capacity) { space in
        var reader = HTMLQuickReader(
          bytes, safe: ByteSink(space[..<capacity]), plain: ByteSink(space[capacity...]))
        guard reader.run(), !reader.safe.isFull, !reader.plain.isFull else { return nil }
        return HTMLSanitizer.Reading(
          safe: reader.safe.text, plain: reader.plain.text, wasActive: false)
      }
    }
  }

  /// What `HTMLText.isProbablyHTML` says, where that shows at once; nil where it takes a closer look.
  static func isProbablyHTML(_ text: String) -> Bool? {
    var text = text
    return text.withUTF8 { bytes in
      guard let first = bytes.firstIndex(of: UInt8(ascii: "<")) else {
        return HTMLText.hasReference(bytes)
      }
      var end = first + 1
      var name: UInt64 = 0
      while end < bytes.count, end - first < 10, bytes[end].isAlphanumeric {
        name = name << 8 | UInt64(bytes[end].lowercased)
        end += 1
      }
      guard end > first + 1, end - first < 10, end < bytes.count,
        bytes[end] == UInt8(ascii: ">")
      else { return nil }
      return HTMLQuickElement.table.withUnsafeBufferPointer {
        element(name, $0) == nil ? nil : true
      }
    }
  }

  private init(_ bytes: UnsafeBufferPointer<UInt8>, safe: ByteSink, plain: ByteSink) {
    self.bytes = bytes
    self.safe = safe
    self.plain = HTMLQuickText(plain)
  }

  private mutating func run() -> Bool {
    HTMLQuickElement.table.withUnsafeBufferPointer { elements in
      while index < bytes.count {
        if bytes[index] == UInt8(ascii: "<") {
          guard tag(elements) else { return false }
        } else {
          text()
          if isOdd { return false }
        }
      }
      while let last = open.popLast() { close(last) }
      return true
    }
  }

  private func byte(_ offset: Int) -> UInt8 {
    index &+ offset < bytes.count ? bytes[index &+ offset] : 0
  }

  // MARK: Text

  private static let stops: [Bool] = (0...255).map { (byte: UInt8) -> Bool in
    byte == 0xC2 || byte.isSpace || "<>&\"".utf8.contains(byte)
  }

  /// Text up to the next `<`.
  private mutating func text() {
    Self.stops.withUnsafeBufferPointer { stops in
      while index < bytes.count {
        let start = index
        while index < bytes.count {
          let byte = bytes[index]
          if !stops[Int(byte)] {
            index &+= 1
          } else if byte == 0x20, index > start, index &+ 1 < bytes.count,
            !stops[Int(bytes[index &+ 1])]
          {
            index &+= 2
          } else {
            break
          }
        }
        if index > start {
          let words = UnsafeBufferPointer(rebasing: bytes[start..<index])
          plain.flush()
          plain.append(words)
          safe.append(words)
        }
        guard index < bytes.count, sign() else { return }
      }
    }
  }

  /// A byte that is not part of a word as it stands; false for `<`.
  private mutating func sign() -> Bool {
    let byte = bytes[index]
    switch byte {
    case UInt8(ascii: "<"): return false
    case UInt8(ascii: "&"):
      reference()
      return true
    case UInt8(ascii: ">"), UInt8(ascii: "\""):
      plain.flush()
      plain.append(byte)
      escape(byte)
    case 0xC2 where self.byte(1) == 0xA0:
      plain.hasSpace = true
      safe.append(byte)
      safe.append(0xA0)
      index &+= 1
    case 0xC2:
      plain.flush()
      plain.append(byte)
      safe.append(byte)
    default:
      plain.hasSpace = true
      safe.append(byte)
    }
    index &+= 1
    return true
  }

  private mutating func reference() {
    if byte(1) == UInt8(ascii: "a"), byte(2) == UInt8(ascii: "m"), byte(3) == UInt8(ascii: "p"),
      byte(4) == UInt8(ascii: ";")
    {
      plain.flush()
      plain.append(UInt8(ascii: "&"))
      escape(UInt8(ascii: "&"))
      index &+= 5
      return
    }
    let rest = UnsafeBufferPointer(rebasing: bytes[index..<min(bytes.count, index &+ 64)])
    guard let reference = HTMLEntities.reference(in: rest, at: 0) else {
      plain.flush()
      plain.append(UInt8(ascii: "&"))
      escape(UInt8(ascii: "&"))
      index &+= 1
      return
    }
    var resolved: [UInt8] = []
    reference.append(to: &resolved)
    let value = reference.scalars.first
    if value == 0xA0 || (value <= 0x20 && UInt8(truncatingIfNeeded: value).isSpace) {
      plain.hasSpace = true
    } else {
      plain.flush()
      for byte in resolved { plain.append(byte) }
    }
    if reference.end > 40 { isOdd = true }
    for byte in resolved { escape(byte) }
    index &+= reference.end
  }

  private mutating func escape(_ byte: UInt8) {
    switch byte {
    case UInt8(ascii: "&"): safe.append("&amp;")
    case UInt8(ascii: "<"): safe.append("&lt;")
    case UInt8(ascii: ">"): safe.append("&gt;")
    case UInt8(ascii: "\""): safe.append("&quot;")
    default: safe.append(byte)
    }
  }

  // MARK: Tags

  /// At a `<`; false where what follows is not simple.
  private mutating func tag(_ elements: UnsafeBufferPointer<HTMLQuickElement>) -> Bool {
    let isEnd = byte(1) == UInt8(ascii: "/")
    var end = index &+ (isEnd ? 2 : 1)
    let start = end
    var name: UInt64 = 0
    while end < bytes.count, end &- start < 9, bytes[end].isAlphanumeric {
      name = name << 8 | UInt64(bytes[end].lowercased)
      end &+= 1
    }
    guard end > start, end &- start <= 8, end < bytes.count,
      let element = Self.element(name, elements)
    else { return false }
    if isEnd {
      guard bytes[end] == UInt8(ascii: ">") else { return false }
      index = end &+ 1
      close(element.name)
      plain.layEnd(element)
      return true
    }
    while let last = open.last, last.isEnded(by: element) {
      open.removeLast()
      close(last)
    }
    guard open.count < 60 else { return false }
    // A picture from nowhere shows nothing.
    let mark = safe.count
    put(element.name, after: "<")
    index = end
    guard let hasSource = attributes(of: element) else { return false }
    if element.isPicture, !hasSource {
      safe.count = mark
    } else {
      safe.append(UInt8(ascii: ">"))
      if !element.isVoid { open.append(element) }
    }
    plain.layStart(element)
    return true
  }

  private static func element(
    _ name: UInt64, _ elements: UnsafeBufferPointer<HTMLQuickElement>
  ) -> HTMLQuickElement? {
    var slot = HTMLQuickElement.slot(name)
    while elements[slot].name != 0 {
      if elements[slot].name == name { return elements[slot] }
      slot = (slot &+ 1) & (elements.count &- 1)
    }
    return nil
  }

  private mutating func put(_ name: UInt64, after sign: StaticString) {
    safe.append(sign)
    var shift = 64 &- name.leadingZeroBitCount / 8 &* 8
    while shift > 0 {
      shift &-= 8
      safe.append(UInt8(truncatingIfNeeded: name >> UInt64(shift)))
    }
  }

  /// Closes the innermost open element of a name, and those within it.
  private mutating func close(_ name: UInt64) {
    guard let depth = open.lastIndex(where: { $0.name == name }) else { return }
    while open.count > depth, let last = open.popLast() { close(last) }
  }

  private mutating func close(_ element: HTMLQuickElement) {
    put(element.name, after: "</")
    safe.append(UInt8(ascii: ">"))
  }

  // MARK: Attributes

  /// Behind a start tag's name: writes the attributes that may stay and passes over the tag's end.
  /// nil where they are not simple, else whether there was an address of a picture.
  private mutating func attributes(of element: HTMLQuickElement) -> Bool? {
    var hasSource = false
    var seen: [Range<Int>] = []
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
      guard !seen.contains(where: { same($0, name) }), seen.count < 16 else { return nil }
      seen.append(name)
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
    while index < bytes.count, bytes[index] != quote {
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
      if !isKept { return false }
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

  /// Whether `URLText` would leave a value as it is.
  private func isAddress(_ value: Range<Int>) -> Bool {
    let isSecure = XMLByte.reads(bytes, value.lowerBound, "https://")
    guard isSecure || XMLByte.reads(bytes, value.lowerBound, "http://") else { return false }
    var index = value.lowerBound &+ (isSecure ? 8 : 7)
    guard index < value.upperBound, bytes[index].isAlphanumeric else { return false }
    var isAuthority = true
    while index < value.upperBound {
      let byte = bytes[index]
      if byte == UInt8(ascii: "/") || byte == UInt8(ascii: "?") || byte == UInt8(ascii: "#") {
        isAuthority = false
      }
      if isAuthority, byte == UInt8(ascii: "@") || byte == UInt8(ascii: "%") { return false }
      if URLText.isIllegal(byte) || byte >= 0x7F { return false }
      index &+= 1
    }
    return true
  }
}
