import AlmanacTime

/// Reads HTML as `HTMLSanitizer.read` does, where it is as simple as that of most feeds: text,
/// references, elements that safe HTML may hold, attributes in quotes. All else it leaves to that.
///
/// Whatever it gives is byte for byte the same; what it is for is its speed: no token and no string is
/// made on the way.
struct HTMLQuickReader {
  let bytes: UnsafeBufferPointer<UInt8>
  var index = 0
  var safe: ByteSink
  private var plain: HTMLQuickText
  /// The elements that are open, by their places in the table.
  private let open: UnsafeMutableBufferPointer<UInt16>
  private var depth = 0
  /// The attributes of the tag at hand.
  let seen: UnsafeMutableBufferPointer<Range<Int>>
  /// Whether a reference was met that is longer than any that people write.
  private var isOdd = false
  /// Whether all that was written so far is plain signs, with no more white space between them than a
  /// field has.
  var isClean: Bool
  /// Whether some element has classes.
  var hasClasses = false

  private static let mostOpen = 60
  private static let mostAttributes = 16

  /// nil where the markup is anything but simple.
  static func read(_ html: String) -> HTMLSanitizer.Reading? {
    let isASCII = html.utf8Span.isKnownASCII
    return html.withUTF8Bytes { bytes in
      // Few texts grow; one that does much is left to the other reader.
      let capacity = bytes.count + bytes.count / 2 + 256
      let space = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: 2 * capacity)
      defer { space.deallocate() }
      return withUnsafeTemporaryAllocation(of: UInt16.self, capacity: mostOpen) { open in
        withUnsafeTemporaryAllocation(of: Range<Int>.self, capacity: mostAttributes) { seen in
          var reader = HTMLQuickReader(
            bytes, open, seen, safe: ByteSink(space[..<capacity]),
            plain: ByteSink(space[capacity...]), isClean: isASCII)
          guard reader.run(), !reader.safe.isFull, !reader.plain.isFull else { return nil }
          return HTMLSanitizer.Reading(
            safe: reader.safe.text, plain: reader.plain.text, wasActive: false,
            isClean: reader.isClean && reader.safe.last() > 0x20,
            mayHoldClasses: reader.hasClasses)
        }
      }
    }
  }

  /// What `HTMLText.isProbablyHTML` says, where that shows at once; nil where it takes a closer look.
  static func isProbablyHTML(_ text: String) -> Bool? {
    text.withUTF8Bytes { bytes in
      guard let first = SixteenBytes.firstIndex(of: UInt8(ascii: "<"), in: bytes) else {
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
        slot(of: name, $0) == nil ? nil : true
      }
    }
  }

  private init(
    _ bytes: UnsafeBufferPointer<UInt8>, _ open: UnsafeMutableBufferPointer<UInt16>,
    _ seen: UnsafeMutableBufferPointer<Range<Int>>, safe: ByteSink, plain: ByteSink, isClean: Bool
  ) {
    self.bytes = bytes
    self.open = open
    self.seen = seen
    self.safe = safe
    self.plain = HTMLQuickText(plain)
    self.isClean = isClean
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
      while depth > 0 { closeLast(elements) }
      return true
    }
  }

  func byte(_ offset: Int) -> UInt8 {
    index &+ offset < bytes.count ? bytes[index &+ offset] : 0
  }

  // MARK: Text

  private static let stops: [Bool] = (0...255).map { (byte: UInt8) -> Bool in
    byte <= 0x20 || byte == 0x7F || byte == 0xC2 || "<>&\"".utf8.contains(byte)
  }

  /// Text up to the next `<`.
  private mutating func text() {
    Self.stops.withUnsafeBufferPointer { stops in
      while index < bytes.count {
        let start = index
        index = endOfWords(stops)
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

  /// The end of the words that begin here, with single blanks between them.
  private func endOfWords(_ stops: UnsafeBufferPointer<Bool>) -> Int {
    let start = index
    var index = start
    guard !stops[Int(bytes[start])] else { return start }
    // One more than sixteen: behind a blank, another one is looked for.
    while index &+ 17 <= bytes.count {
      let ones = SixteenBytes(bytes, at: index)
      let next = SixteenBytes(bytes, at: index &+ 1)
      let plain =
        ones.isNoControl & ones.isNeither(UInt8(ascii: "<"), nor: UInt8(ascii: ">"))
        & ones.isNeither(UInt8(ascii: "&"), nor: UInt8(ascii: "\"")) & ones.isNot(0xC2)
        & ones.isNot(0x7F) & (ones.isNot(0x20) | next.isNot(0x20))
      let count = plain.firstExcepted
      index &+= count
      if count == 16 { continue }
      if stops[Int(bytes[index])] { break }
      index &+= 1
    }
    while index < bytes.count {
      let byte = bytes[index]
      if !stops[Int(byte)] {
        index &+= 1
      } else if byte == 0x20, bytes[index &- 1] != 0x20, index &+ 1 < bytes.count,
        !stops[Int(bytes[index &+ 1])]
      {
        index &+= 2
      } else {
        break
      }
    }
    // What stands before anything but a word is no blank between two of them.
    if index < bytes.count, bytes[index &- 1] == 0x20 { index &-= 1 }
    return index
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
    case _ where byte.isSpace:
      plain.hasSpace = true
      isClean = isClean && mayFollow(byte)
      safe.append(byte)
    default:
      plain.flush()
      plain.append(byte)
      safe.append(byte)
      isClean = false
    }
    index &+= 1
    return true
  }

  /// Whether white space is what a field may have behind what was written: one blank, or up to two ends
  /// of lines.
  private func mayFollow(_ space: UInt8) -> Bool {
    switch space {
    case 0x20: safe.last() > 0x20
    case 0x0A: safe.last() > 0x20 || safe.last() == 0x0A && safe.last(1) > 0x20
    default: false
    }
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
    isClean = isClean && CleanText.isSign(resolved)
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
      let slot = Self.slot(of: name, elements)
    else { return false }
    let element = elements[slot]
    if isEnd {
      guard bytes[end] == UInt8(ascii: ">") else { return false }
      index = end &+ 1
      close(slot, elements)
      plain.layEnd(element)
      return true
    }
    while depth > 0, elements[Int(open[depth &- 1])].isEnded(by: element) { closeLast(elements) }
    guard depth < Self.mostOpen else { return false }
    // A picture from nowhere shows nothing.
    let mark = safe.count
    safe.append(UInt8(ascii: "<"))
    safe.append(element.letters, count: element.length)
    index = end
    guard let hasSource = attributes(of: element) else { return false }
    if element.isPicture, !hasSource {
      safe.count = mark
    } else {
      safe.append(UInt8(ascii: ">"))
      if !element.isVoid {
        open[depth] = UInt16(truncatingIfNeeded: slot)
        depth &+= 1
      }
    }
    plain.layStart(element)
    return true
  }

  private static func slot(
    of name: UInt64, _ elements: UnsafeBufferPointer<HTMLQuickElement>
  ) -> Int? {
    var slot = HTMLQuickElement.slot(name)
    while elements[slot].name != 0 {
      if elements[slot].name == name { return slot }
      slot = (slot &+ 1) & (elements.count &- 1)
    }
    return nil
  }

  /// Closes the innermost open element of a name, and those within it.
  private mutating func close(
    _ slot: Int, _ elements: UnsafeBufferPointer<HTMLQuickElement>
  ) {
    var found = depth &- 1
    while found >= 0, Int(open[found]) != slot { found &-= 1 }
    guard found >= 0 else { return }
    while depth > found { closeLast(elements) }
  }

  private mutating func closeLast(_ elements: UnsafeBufferPointer<HTMLQuickElement>) {
    depth &-= 1
    let element = elements[Int(open[depth])]
    safe.append(UInt8(ascii: "<"))
    safe.append(UInt8(ascii: "/"))
    safe.append(element.letters, count: element.length)
    safe.append(UInt8(ascii: ">"))
  }
}
