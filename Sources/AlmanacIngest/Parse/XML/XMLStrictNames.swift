/// The names of a document that `XMLStrictReader` reads, made once each, and what their prefixes
/// stand for at the moment.
struct XMLStrictNames {
  /// A name as written, with what it last meant.
  private struct Spelling {
    let bytes: Range<Int>
    /// Where the colon stands, counted from the beginning of the name; -1 without one.
    let colon: Int
    /// The scopes in which the meanings below are right; -1: none yet.
    var elementScope = -1
    /// The name's number.
    var element = -1
    var attributeScope = -1
    var attribute: XMLName?
    /// The element that came after this one last; -1: none yet.
    var next = -1
  }

  private struct Binding {
    /// Where the prefix stands in the input; empty for the default.
    let prefix: Range<Int>
    let namespace: String
  }

  /// What was declared around an element.
  private struct Scope {
    let number: Int
    let bindings: Int
  }

  private var spellings: [Spelling] = []
  /// Indices into `spellings` plus one by hash; 0 where there is none. A power of two.
  private var slots = [Int32](repeating: 0, count: 1_024)
  private var bindings: [Binding] = []
  private var scopes: [Scope] = []
  private var scope = 0
  private var scopeCount = 0
  /// The element that was asked for last.
  private var last = -1
  /// In order of their numbers.
  private(set) var all: [XMLName] = []

  /// Feeds have some dozens.
  private static let limit = 500

  // MARK: Declarations

  /// Opens the scope of an element that declares namespaces.
  mutating func enter() {
    scopes.append(Scope(number: scope, bindings: bindings.count))
    scopeCount += 1
    scope = scopeCount
  }

  /// Ends the scope opened last.
  mutating func leave() {
    guard let last = scopes.popLast() else { return }
    bindings.removeLast(bindings.count - last.bindings)
    scope = last.number
  }

  /// False where the prefix may not be declared, or is for the second time.
  mutating func declare(
    _ input: UnsafeBufferPointer<UInt8>, _ prefix: Range<Int>, _ namespace: String
  ) -> Bool {
    if prefix.count >= 3, XMLByte.reads(input, prefix.lowerBound, "xml") { return false }
    for binding in bindings[(scopes.last?.bindings ?? 0)...]
    where Self.same(input, binding.prefix, prefix) { return false }
    bindings.append(Binding(prefix: prefix, namespace: namespace))
    return true
  }

  /// Whether a namespace is one of which libxml2 says nothing: an absolute address in plain signs,
  /// and none of XML's own.
  static func isUsual(_ namespace: String) -> Bool {
    let signs = namespace.utf8
    guard signs.count < 200, signs.count(where: { $0 == UInt8(ascii: "#") }) <= 1,
      signs.allSatisfy({ $0.isAlphanumeric || plain.contains($0) })
    else { return false }
    if namespace.hasPrefix("urn:") { return signs.count > 4 }
    let isWeb = namespace.hasPrefix("http://") || namespace.hasPrefix("https://")
    guard isWeb, signs.count(where: { $0 == UInt8(ascii: ":") }) == 1 else { return false }
    let rest = namespace.dropFirst(namespace.hasPrefix("https") ? 8 : 7)
    return rest.utf8.first?.isAlphanumeric == true && !rest.hasPrefix("www.w3.org/XML/")
      && !rest.hasPrefix("www.w3.org/2000/xmlns")
  }

  private static let plain = Array("-./:_#".utf8)

  // MARK: Names

  /// The name of a start tag that begins at an index, where it is the one that followed the last
  /// time: the items of a feed are written alike.
  func expected(_ input: UnsafeBufferPointer<UInt8>, at start: Int) -> Range<Int>? {
    guard last >= 0 else { return nil }
    let index = spellings[last].next
    guard index >= 0 else { return nil }
    let bytes = spellings[index].bytes
    let end = start &+ bytes.count
    guard end < input.count, input[end] == UInt8(ascii: ">") || input[end] == 0x20,
      XMLByte.same(input, bytes.lowerBound, start, count: bytes.count)
    else { return nil }
    return start..<end
  }

  /// The number of what the name of an element means here; nil where its prefix is not declared.
  ///
  /// - Parameter isExpected: whether it is the name that `expected` told.
  mutating func element(
    _ input: UnsafeBufferPointer<UInt8>, _ bytes: Range<Int>, isExpected: Bool
  ) -> Int? {
    let index: Int
    if isExpected {
      index = spellings[last].next
    } else {
      guard let found = spelling(input, bytes) else { return nil }
      index = found
      if last >= 0 { spellings[last].next = index }
    }
    last = index
    if spellings[index].elementScope == scope { return spellings[index].element }
    guard let name = name(input, bytes, colon: spellings[index].colon, isElement: true) else {
      return nil
    }
    spellings[index].element = name.number
    spellings[index].elementScope = scope
    return name.number
  }

  /// The same for an attribute, which is in no namespace without a prefix.
  mutating func attribute(_ input: UnsafeBufferPointer<UInt8>, _ bytes: Range<Int>) -> XMLName? {
    guard let index = spelling(input, bytes) else { return nil }
    if spellings[index].attributeScope == scope { return spellings[index].attribute }
    guard let name = name(input, bytes, colon: spellings[index].colon, isElement: false) else {
      return nil
    }
    spellings[index].attribute = name
    spellings[index].attributeScope = scope
    return name
  }

  private mutating func name(
    _ input: UnsafeBufferPointer<UInt8>, _ bytes: Range<Int>, colon: Int, isElement: Bool
  ) -> XMLName? {
    let prefix = colon < 0 ? 0..<0 : bytes.lowerBound..<(bytes.lowerBound + colon)
    let local = (colon < 0 ? bytes.lowerBound : bytes.lowerBound + colon + 1)..<bytes.upperBound
    var namespace: String?
    if colon >= 0 || isElement {
      namespace = bindings.last { Self.same(input, $0.prefix, prefix) }?.namespace
    }
    if colon == 3, XMLByte.reads(input, prefix.lowerBound, "xml") {
      namespace = "http://www.w3.org/XML/1998/namespace"
    }
    guard colon < 0 || namespace != nil else { return nil }
    let prefixText = Self.text(input, prefix)
    let localText = Self.text(input, local)
    if let known = all.first(where: {
      $0.local == localText && $0.prefix == prefixText && $0.namespace == namespace
    }) {
      return known
    }
    // A document that declares ever new namespaces is not searched through for each.
    guard all.count < Self.limit else { return nil }
    let name = XMLName(
      prefix: prefixText, local: localText, namespace: namespace, number: all.count)
    all.append(name)
    return name
  }

  private static func text(_ input: UnsafeBufferPointer<UInt8>, _ bytes: Range<Int>) -> String {
    String(valid: UnsafeBufferPointer(rebasing: input[bytes]))
  }

  /// The index of a name as written; nil where there are too many of them.
  private mutating func spelling(
    _ input: UnsafeBufferPointer<UInt8>, _ bytes: Range<Int>
  ) -> Int? {
    var hash: UInt32 = 2_166_136_261
    var colon = -1
    for index in bytes {
      let byte = input[index]
      if byte == UInt8(ascii: ":") { colon = index &- bytes.lowerBound }
      hash = (hash ^ UInt32(byte)) &* 16_777_619
    }
    var slot = Int(hash ^ hash >> 15) & (slots.count &- 1)
    while slots[slot] > 0 {
      let index = Int(slots[slot]) &- 1
      if Self.same(input, spellings[index].bytes, bytes) { return index }
      slot = (slot &+ 1) & (slots.count &- 1)
    }
    guard spellings.count < Self.limit else { return nil }
    spellings.append(Spelling(bytes: bytes, colon: colon))
    slots[slot] = Int32(truncatingIfNeeded: spellings.count)
    return spellings.count &- 1
  }

  private static func same(
    _ input: UnsafeBufferPointer<UInt8>, _ one: Range<Int>, _ other: Range<Int>
  ) -> Bool {
    one.count == other.count
      && XMLByte.same(input, one.lowerBound, other.lowerBound, count: one.count)
  }
}
