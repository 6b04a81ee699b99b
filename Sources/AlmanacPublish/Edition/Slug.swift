import AlmanacModel

/// Creates names for files and URLs: lower-case ASCII letters, digits and single hyphens.
enum Slug {
  /// The slug of a name, never empty. A name without such letters becomes its hash.
  static func text(_ name: String) -> String {
    var bytes: [UInt8] = []
    for byte in name.utf8.prefix(120) {
      switch byte {
      case 0x61...0x7a, 0x30...0x39: bytes.append(byte)
      case 0x41...0x5a: bytes.append(byte | 0x20)
      default: if bytes.last != 0x2d, !bytes.isEmpty { bytes.append(0x2d) }
      }
    }
    if bytes.last == 0x2d { bytes.removeLast() }
    return bytes.isEmpty ? hash(name) : String(decoding: bytes, as: UTF8.self)
  }

  /// A unique slug for each name. Names that would share one get their hash appended.
  static func table(_ names: some Sequence<String>) -> [String: String] {
    let names = Set(names).sorted()
    var users: [String: Int] = [:]
    // Count first: a slug is only ambiguous if several names share it.
    for name in names { users[text(name), default: 0] += 1 }
    var table: [String: String] = [:]
    for name in names {
      let slug = text(name)
      // A name that equals its slug always keeps it.
      table[name] = users[slug] == 1 || slug == name ? slug : slug + "-" + hash(name)
    }
    return table
  }

  private static func hash(_ name: String) -> String { StableHash(name).text(length: 8) }
}
