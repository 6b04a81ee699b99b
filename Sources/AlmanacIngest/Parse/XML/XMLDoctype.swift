/// What the document type declaration at the head of a document is good for (XML 1.0, sections 2.8
/// and 4.2).
///
/// Nothing that it names is fetched, and entities of plain text are the only ones that it may
/// declare: their text holds neither markup nor references to others, so that none can multiply.
struct XMLDoctype {
  enum Limits {
    /// As many as HTML has names for, and some.
    static let entities = 300
    static let nameBytes = 64
    static let valueBytes = 256
  }

  /// The public identifier, as XML normalizes it.
  private(set) var publicID: String?
  /// What stands for a reference, fit for libxml2, by the entity's name. The first declaration counts.
  private(set) var replacements: [ArraySlice<UInt8>: [UInt8]] = [:]
  /// Behind the declaration.
  private(set) var end: Int

  private let input: [UInt8]

  /// Reads a declaration that holds nothing besides; nil for all others.
  ///
  /// - Parameter limit: bytes that it may have.
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

  // MARK: Its parts

  /// Where the external part would be found; false where that is not well-formed.
  private mutating func skipIdentifier() -> Bool {
    guard skipSpace() else { return true }
    if take("PUBLIC") {
      guard skipSpace(), let identifier = literal() else { return false }
      publicID = Self.text(of: input[identifier])
        .split(whereSeparator: \.isWhitespace).joined(separator: " ")
      // HTML has it without the address that XML wants behind it.
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

  /// Takes an entity of plain text; false for any other.
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

  // MARK: Its tokens

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

  /// What stands between quotes, at most as much as is reasonable.
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
