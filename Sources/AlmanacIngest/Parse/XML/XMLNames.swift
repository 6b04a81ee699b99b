import CLibXML2

/// The names of one document, made once each.
///
/// libxml2 keeps one copy of every name for as long as a parser lives, so that its address
/// identifies it.
struct XMLNames {
  struct Key: Hashable {
    let local: UnsafePointer<UInt8>?
    let prefix: UnsafePointer<UInt8>?
    let namespace: UnsafePointer<UInt8>?

    /// Names that differ by their namespace alone are few.
    func hash(into hasher: inout Hasher) { hasher.combine(local) }
  }

  private let limit: Int
  private var names: [Key: XMLName] = [:]
  /// The names of another parser of the same document.
  private var known: Set<XMLName> = []
  private var count = 0

  init(limit: Int) { self.limit = limit }

  /// Forgets the addresses of a parser and keeps its names.
  mutating func restart() {
    known = Set(names.values)
    names = [:]
  }

  mutating func name(_ key: Key, line: Int) throws(XMLError) -> XMLName {
    if let name = names[key] { return name }
    func text(_ bytes: UnsafePointer<UInt8>?) -> String? { bytes.map { String(cString: $0) } }
    let made = XMLName(
      prefix: text(key.prefix) ?? "", local: text(key.local) ?? "",
      namespace: text(key.namespace), number: count)
    if let index = known.firstIndex(of: made) {
      names[key] = known[index]
      return known[index]
    }
    guard count < limit else { throw .tooLarge(.names, limit: limit, line: line) }
    count += 1
    names[key] = made
    return made
  }

  /// - Parameter raw: five pointers an attribute: local name, prefix, namespace, and the value's
  ///   beginning and end.
  mutating func attributes(
    _ raw: UnsafeBufferPointer<UnsafePointer<UInt8>?>, line: Int
  ) throws(XMLError) -> [XMLAttribute] {
    guard raw.count >= 5 else { return [] }
    var attributes: [XMLAttribute] = []
    attributes.reserveCapacity(raw.count / 5)
    for index in stride(from: 0, to: raw.count - 4, by: 5) {
      let key = Key(local: raw[index], prefix: raw[index + 1], namespace: raw[index + 2])
      let name = try name(key, line: line)
      var value = ""
      if let start = raw[index + 3], let end = raw[index + 4], end > start {
        value = String(
          decoding: UnsafeBufferPointer(start: start, count: end - start), as: UTF8.self)
      }
      attributes.append(XMLAttribute(name: name, value: value))
    }
    return attributes
  }
}
