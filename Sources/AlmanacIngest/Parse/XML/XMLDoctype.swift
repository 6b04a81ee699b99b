/// A document type declaration that declares only entities of plain text (XML 1.0, sections 2.8 and
/// 4.2).
///
/// External identifiers are never fetched. The entities contain neither markup nor references to
/// each other, so that they cannot multiply.
struct XMLDoctype {
  enum Limits {
    /// HTML has names for fewer characters.
    static let entities = 300
    static let nameBytes = 64
    static let valueBytes = 256
  }

  /// The public identifier with normalized white space (XML 1.0, section 4.2.2).
  private(set) var publicID: String?
  /// The replacement of each entity, escaped for libxml2. The first declaration counts.
  private(set) var replacements: [ArraySlice<UInt8>: [UInt8]] = [:]
  /// The index after the declaration.
  private(set) var end: Int

  private let input: [UInt8]

  /// Reads a declaration that contains nothing else; nil for all others.
  ///
  /// - Parameter limit: The maximum length in bytes.
  init?(_ input: [UInt8], at start: Int, limit: Int) {
    self.input = Array(input[..<min(input.count, start + limit)])
    end = start
    guard take("<!DOCTYPE"), skipSpace(), name() != nil, skipIdentifier() else { return nil }
    if take("[") {
      while !take("]") {
        guard skipSpace() || skipComment() || takeEntity() else { return nil }
      }
      _ = skipSpace()
    }
    guard take(">") else { return nil }
  }

  // MARK: Parts

  /// Reads the external identifier, if any; returns false if it is not well-formed.
  private mutating func skipIdentifier() -> Bool {
    guard skipSpace() else { return true }
    if take("PUBLIC") {
      guard skipSpace(), let identifier = literal() else { return false }
      publicID = Self.text(of: input[identifier])
        .split(whereSeparator: \.isWhitespace).joined(separator: " ")
      // HTML omits the system identifier, which XML requires.
      if skipSpace(), literal() != nil { _ = skipSpace() }
    } else if take("SYSTEM") {
      guard skipSpace(), literal() != nil else { return false }
      _ = skipSpace()
    }
    return true
  }

  private mutating func skipComment() -> Bool {
    guard take("<!--") else { return false }
    while end < input.count {
      if take("-->") { return true }
      end += 1
    }
    return false
  }

  /// Reads an entity of plain text; returns false for any other.
  private mutating func takeEntity() -> Bool {
    guard take("<!ENTITY"), skipSpace(), let name = name(), skipSpace(), let value = literal(),
      value.count <= Limits.valueBytes, replacements.count < Limits.entities
    else { return false }
    _ = skipSpace()
    guard take(">"), let text = PlainEntity.replacement(Self.text(of: input[value])) else {
      return false
    }
    let key = input[name]
    if replacements[key] == nil { replacements[key] = text }
    return true
  }

  // MARK: Tokens

  private mutating func take(_ text: StaticString) -> Bool {
    let isThere = text.withUTF8Buffer { input[end...].starts(with: $0) }
    if isThere { end += text.utf8CodeUnitCount }
    return isThere
  }

  private mutating func skipSpace() -> Bool {
    let start = end
    while end < input.count, XMLByte.isSpace(input[end]) { end += 1 }
    return end > start
  }

  private mutating func name() -> Range<Int>? {
    let start = end
    let limit = min(input.count, start + Limits.nameBytes)
    while end < limit, input[end].isAlphanumeric || Self.inName.contains(input[end]) { end += 1 }
    let isName = end > start && (input[start].isLetter || input[start] == UInt8(ascii: "_"))
    return isName ? start..<end : nil
  }

  private static let inName: [UInt8] = Array("_-.".utf8)

  /// Reads a quoted literal of limited length.
  private mutating func literal() -> Range<Int>? {
    guard end < input.count, input[end] == UInt8(ascii: "\"") || input[end] == UInt8(ascii: "'")
    else { return nil }
    let start = end + 1
    let limit = min(input.count, start + 2_048)
    guard start < limit, let close = input[start..<limit].firstIndex(of: input[end]) else {
      return nil
    }
    end = close + 1
    return start..<close
  }

  private static func text(of bytes: ArraySlice<UInt8>) -> String {
    String(decoding: bytes, as: UTF8.self)
  }
}
