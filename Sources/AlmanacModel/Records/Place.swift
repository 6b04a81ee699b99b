/// An entry of the gazetteer, such as a building, a hall or a field.
public struct Place: Hashable, Sendable, Identifiable, Codable {
  public struct Room: Hashable, Sendable, Codable {
    public var code: String
    public var name: String?
    /// Floor as the campus numbers it; 1 is the ground floor on some campuses.
    public var floor: Int?
    public var coordinate: Coordinate?

    public init(
      code: String, name: String? = nil, floor: Int? = nil, coordinate: Coordinate? = nil
    ) {
      self.code = code
      self.name = name
      self.floor = floor
      self.coordinate = coordinate
    }
  }

  /// An organization inside a building, such as an office or a shop.
  public struct Tenant: Hashable, Sendable, Codable {
    public var name: String
    public var alias: String?

    public init(name: String, alias: String? = nil) {
      self.name = name
      self.alias = alias
    }
  }

  public var id: String
  public var name: String
  public var kind: String?
  public var aliases: [String]
  public var codes: [String]
  /// House number and street, as in a postal address.
  public var address: String?
  public var category: String?
  public var subcategory: String?
  /// Id of the place that contains this one.
  public var within: String?
  /// nil if unknown: such a place can be matched but is not on the map.
  public var coordinate: Coordinate?
  /// The ground that it covers, if known.
  public var outline: Outline?
  public var rooms: [Room]
  public var tenants: [Tenant]
  /// URLs of pictures.
  public var images: [String]
  /// Id of the place that replaces this one.
  public var replacedBy: String?
  /// Whether its events are exposed to the weather; nil: unknown.
  public var isOutdoor: Bool?

  public init(
    id: String, name: String, kind: String? = nil, aliases: [String] = [], codes: [String] = [],
    address: String? = nil, category: String? = nil, subcategory: String? = nil,
    within: String? = nil, coordinate: Coordinate? = nil, outline: Outline? = nil,
    rooms: [Room] = [], tenants: [Tenant] = [], images: [String] = [], replacedBy: String? = nil,
    isOutdoor: Bool? = nil
  ) {
    self.id = id
    self.name = name
    self.kind = kind
    self.aliases = aliases
    self.codes = codes
    self.address = address
    self.category = category
    self.subcategory = subcategory
    self.within = within
    self.coordinate = coordinate
    self.outline = outline
    self.rooms = rooms
    self.tenants = tenants
    self.images = images
    self.replacedBy = replacedBy
    self.isOutdoor = isOutdoor
  }
}

/// All places of a campus, with the rules for its venue texts.
public struct Gazetteer: Hashable, Sendable {
  /// Conventions of the campus for writing venues, as data.
  public struct Rules: Hashable, Sendable {
    /// Words that do not identify a place.
    public var stopWords: [String] = []
    /// The towns of the campus. A text with another town and its state or postal code is off campus.
    public var towns: [String] = []
    /// Words that mean a place off campus.
    public var offCampus: [String] = []
    public var online: [String] = []
    public var toBeAnnounced: [String] = []
    /// Patterns of room codes, from which the floor of an unlisted room is read:
    /// `{building}-{floor:2}-{room}`, `#{floor}-{room}`.
    public var roomCodes: [String] = []

    public init() {}
  }

  public var name: String
  public var title: String?
  public var attribution: String?
  public var license: String?
  public var bounds: BoundingBox?
  /// Names of the place categories in display order.
  public var categories: [String]
  public var rules: Rules
  /// Sorted by id.
  public var places: [Place]

  public init(
    name: String, title: String? = nil, attribution: String? = nil, license: String? = nil,
    bounds: BoundingBox? = nil, categories: [String] = [], rules: Rules = Rules(),
    places: [Place]
  ) {
    self.name = name
    self.title = title
    self.attribution = attribution
    self.license = license
    self.bounds = bounds
    self.categories = categories
    self.rules = rules
    self.places = places.sorted { $0.id < $1.id }
  }
}
