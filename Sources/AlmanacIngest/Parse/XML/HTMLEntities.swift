/// The 2,125 named character references of HTML, such as `&eacute;`.
enum HTMLEntities {
  /// One or two code points.
  struct Scalars: Equatable {
    let first: UInt32
    let second: UInt32?
  }

  /// The code points of a name, without `&` and `;`; nil if HTML does not define it.
  static func scalars(named name: ArraySlice<UInt8>) -> Scalars? { names[name] }

  private static let names: [ArraySlice<UInt8>: Scalars] = {
    let words = HTMLEntityTable.text.description.split(separator: " ")
    var names: [ArraySlice<UInt8>: Scalars] = [:]
    for index in stride(from: 0, to: words.count - 1, by: 2) {
      let values = words[index + 1].split(separator: "-").map { UInt32($0, radix: 16) ?? 0 }
      names[Array(words[index].utf8)[...]] = Scalars(
        first: values[0], second: values.count > 1 ? values[1] : nil)
    }
    return names
  }()
}
