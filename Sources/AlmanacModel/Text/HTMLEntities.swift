/// The 2,125 named character references of HTML that end in a semicolon, such as `&eacute;` (WHATWG
/// HTML, section 13.5).
public enum HTMLEntities {
  /// One or two code points.
  public struct Scalars: Equatable, Sendable {
    public let first: UInt32
    public let second: UInt32?
  }

  /// The code points of a name, without `&` and `;`; nil if HTML does not define it.
  public static func scalars(named name: ArraySlice<UInt8>) -> Scalars? {
    names[String(decoding: name, as: UTF8.self)]
  }

  private static let names: [String: Scalars] = {
    var names: [String: Scalars] = [:]
    for (name, codes) in EmbeddedTable.htmlEntities.rows(separator: " ") {
      let values = codes.split(separator: "-").map { UInt32($0, radix: 16) ?? 0 }
      names[String(name)] = Scalars(
        first: values[0], second: values.count > 1 ? values[1] : nil)
    }
    return names
  }()
}
