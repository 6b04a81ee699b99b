/// What `&eacute;` and the other 2,124 names of HTML mean.
enum HTMLEntities {
  /// One or two code points.
  struct Scalars: Equatable {
    let first: UInt32
    let second: UInt32?
  }

  /// The code points of a name, written without `&` and `;`; nil if HTML has no such name.
  static func scalars(named name: ArraySlice<UInt8>) -> Scalars? {
    name.count <= 8 ? names.short[packed(name)] : names.long[Array(name)]
  }

  /// Nearly all names in documents have at most eight bytes, which make a number.
  private static let names: (short: [UInt64: Scalars], long: [[UInt8]: Scalars]) = {
    var short: [UInt64: Scalars] = [:]
    var long: [[UInt8]: Scalars] = [:]
    let words = HTMLEntityTable.text.description.split(separator: " ")
    for index in stride(from: 0, to: words.count - 1, by: 2) {
      let name = Array(words[index].utf8)
      let values = words[index + 1].split(separator: "-").map { UInt32($0, radix: 16) ?? 0 }
      let scalars = Scalars(first: values[0], second: values.count > 1 ? values[1] : nil)
      if name.count <= 8 { short[packed(name[...])] = scalars } else { long[name] = scalars }
    }
    return (short, long)
  }()

  private static func packed(_ name: ArraySlice<UInt8>) -> UInt64 {
    name.reduce(0) { $0 << 8 | UInt64($1) }
  }
}
