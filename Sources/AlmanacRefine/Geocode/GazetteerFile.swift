import AlmanacModel

/// The wire shape of a gazetteer file: GeoJSON whose members may be absent, null or of a kind
/// nobody expected. A member that can't be read is as good as absent; only a feature without an id
/// or a name is lost.
struct GazetteerFile: Decodable {
  struct Feature: Decodable {
    var id: String?
    var point: [Double]?
    var properties: Properties?

    private enum Member: String, CodingKey { case id, geometry, properties }
    private enum GeometryMember: String, CodingKey { case coordinates }

    init(from decoder: any Decoder) throws {
      let members = try decoder.container(keyedBy: Member.self)
      id = members.text(.id)
      properties = members.lenient(.properties)
      let geometry = try? members.nestedContainer(keyedBy: GeometryMember.self, forKey: .geometry)
      point = geometry?.lenient(.coordinates)
    }
  }

  struct Properties: Decodable {
    var id: String?
    var name: String?
    var kind: String?
    var aliases: [String]
    var codes: [String]
    var address: String?
    /// The cities and countries of the addresses.
    var regions: [String]
    var category: String?
    var subcategory: String?
    var within: String?
    /// From the outermost to the nearest; another way to say `within`.
    var parents: [String]
    var rooms: [Room]
    var tenants: [Tenant]
    var replacedBy: String?

    private enum Member: String, CodingKey {
      case id, name, kind, aliases, codes, code, address, category, subcategory, within, parents
      case rooms, tenants
      case replacedBy = "replaced_by"
    }

    private struct PostalAddress: Decodable {
      var street: String?
      var city: String?
      var province: String?
      var country: String?
    }

    init(from decoder: any Decoder) throws {
      let members = try decoder.container(keyedBy: Member.self)
      id = members.text(.id)
      name = members.text(.name)
      kind = members.text(.kind)
      aliases = members.texts(.aliases)
      codes = members.texts(.codes) + (members.text(.code).map { [$0] } ?? [])
      let postal: PostalAddress? = members.lenient(.address)
      address = members.text(.address) ?? postal?.street
      regions = [postal?.city, postal?.province, postal?.country].compactMap { $0 }
      category = members.text(.category)
      subcategory = members.text(.subcategory)
      within = members.text(.within)
      parents = members.texts(.parents)
      rooms = members.list(.rooms)
      tenants = members.list(.tenants)
      replacedBy = members.text(.replacedBy)
    }
  }

  struct Room: Decodable {
    var code: String?
    var name: String?
    var floor: Int?
    var point: [Double]?

    private enum Member: String, CodingKey { case code, name, floor, point }

    init(from decoder: any Decoder) throws {
      let members = try decoder.container(keyedBy: Member.self)
      code = members.text(.code)
      name = members.text(.name)
      floor = members.text(.floor).flatMap { Int($0) }
      point = members.lenient(.point)
    }
  }

  struct Tenant: Decodable {
    var name: String?
    var alias: String?

    private enum Member: String, CodingKey { case name, alias }

    init(from decoder: any Decoder) throws {
      let members = try decoder.container(keyedBy: Member.self)
      name = members.text(.name)
      alias = members.text(.alias)
    }
  }

  struct Rules: Decodable {
    var stopWords: [String]?
    var offCampus: [String]?
    var online: [String]?
    var toBeAnnounced: [String]?
  }

  var name: String?
  var title: String?
  var attribution: String?
  var license: String?
  var bounds: [Double]?
  var categories: [String]
  var rules: Rules?
  /// nil where a feature is no object.
  var features: [Feature?]

  private enum Member: String, CodingKey {
    case name, title, attribution, license, bounds, categories, rules, features
  }

  init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: Member.self)
    name = members.text(.name)
    title = members.text(.title)
    attribution = members.text(.attribution)
    license = members.text(.license)
    bounds = members.lenient(.bounds)
    categories = members.texts(.categories)
    rules = members.lenient(.rules)
    features = try members.decode([Lenient<Feature>].self, forKey: .features).map(\.value)
  }
}

/// A value, or nil where it isn't one of the kind.
private struct Lenient<Value: Decodable>: Decodable {
  let value: Value?
  init(from decoder: any Decoder) throws { value = try? Value(from: decoder) }
}

extension KeyedDecodingContainer {
  fileprivate func lenient<Value: Decodable>(_ key: Key) -> Value? {
    // A wrong kind counts as absent: the gazetteer's other members are still worth having.
    (try? decodeIfPresent(Lenient<Value>.self, forKey: key))?.value
  }

  fileprivate func list<Value: Decodable>(_ key: Key) -> [Value] {
    let values: [Lenient<Value>]? = lenient(key)
    return values?.compactMap(\.value) ?? []
  }

  /// Text, or an integer as text; nil for "" and the "-" some lists write for "none".
  fileprivate func text(_ key: Key) -> String? {
    let number: Int? = lenient(key)
    let string: String? = lenient(key) ?? number.map { String($0) }
    return Self.meaningful(string)
  }

  fileprivate func texts(_ key: Key) -> [String] {
    let strings: [String] = list(key)
    return strings.compactMap { Self.meaningful($0) }
  }

  private static func meaningful(_ string: String?) -> String? {
    guard let string else { return nil }
    let trimmed = string.drop(while: \.isWhitespace)
    guard let last = trimmed.lastIndex(where: { !$0.isWhitespace }) else { return nil }
    let text = String(trimmed[...last])
    return text == "-" ? nil : text
  }
}
