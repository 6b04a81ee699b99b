import CLibXML2

/// Interns the names of one document.
struct XMLNames {
  /// The addresses of a name. libxml2 keeps one copy of each name as long as a parser lives.
  struct Key: Equatable {
    let local: UnsafePointer<UInt8>?
    let prefix: UnsafePointer<UInt8>?
    let namespace: UnsafePointer<UInt8>?
  }

  private struct Recent {
    let key: Key
    let name: XMLName
  }

  private let limit: Int
  private var known: Set<XMLName> = []
  /// The last name of each slot, so that nearly all names are found without hashing.
  private var recent: [Recent?]
  /// All names by their numbers.
  private(set) var numbered: [XMLName] = []

  init(limit: Int) {
    self.limit = limit
    recent = Array(repeating: nil, count: 1_024)
  }

  /// Forgets the addresses of a parser but keeps its names and their numbers.
  mutating func restart() { recent = Array(repeating: nil, count: recent.count) }

  mutating func name(_ key: Key, line: Int) throws(DocumentRefusal) -> XMLName {
    let address = Int(bitPattern: key.local) >> 3 ^ Int(bitPattern: key.prefix) >> 5
    let slot = address & (recent.count - 1)
    if let recent = recent[slot], recent.key == key { return recent.name }
    let name = try interned(key, line: line)
    recent[slot] = Recent(key: key, name: name)
    return name
  }

  private mutating func interned(_ key: Key, line: Int) throws(DocumentRefusal) -> XMLName {
    func text(_ bytes: UnsafePointer<UInt8>?) -> String? { bytes.map { String(cString: $0) } }
    let name = XMLName(
      prefix: text(key.prefix) ?? "", local: text(key.local) ?? "",
      namespace: text(key.namespace), number: numbered.count)
    if let index = known.firstIndex(of: name) { return known[index] }
    guard numbered.count < limit else {
      throw .tooLarge("set of different names", limit: limit, line: line)
    }
    numbered.append(name)
    known.insert(name)
    return name
  }

  /// - Parameter raw: Five pointers per attribute: local name, prefix, namespace, start and end of
  ///   the value.
  mutating func attributes(
    _ raw: UnsafeBufferPointer<UnsafePointer<UInt8>?>, line: Int
  ) throws(DocumentRefusal) -> [XMLAttribute] {
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
