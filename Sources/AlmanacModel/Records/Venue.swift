/// How a source's venue text is to be read; `venue:` in `feed.yaml`.
public enum VenueStrategy: Hashable, Sendable, Codable {
  /// The text decides.
  case text
  /// The text decides; where it is blank or unknown, the place with this id.
  case fallback(place: String)
  /// Coordinates of the source decide where they lie inside the campus; else the text.
  case preferCoordinates
  /// An alias of this source: the place with this id.
  case place(id: String)
  /// Nothing of this source is placed.
  case none
}

/// Where the items of a source state their venue; `from` and `after` of `venue:` in `feed.yaml`.
public struct VenueReading: Hashable, Sendable, Codable {
  public enum Field: String, Hashable, Sendable, Codable, CaseIterable {
    /// The field for it, with its address.
    case location
    case address, organizer, title, description
  }

  /// The first of them that states one counts.
  public var fields: [Field] = [.location]
  /// Words after which it stands in a title or a description, up to the end of the line.
  public var label: String?

  public init(fields: [Field] = [.location], label: String? = nil) {
    self.fields = fields
    self.label = label
  }
}

/// A question to the geocoder. Equal questions have equal answers, so each is asked once.
public struct VenueQuery: Hashable, Sendable, Codable {
  public var campus: String
  public var text: String?
  public var coordinate: Coordinate?
  public var strategy: VenueStrategy

  public init(
    campus: String, text: String?, coordinate: Coordinate? = nil, strategy: VenueStrategy = .text
  ) {
    self.campus = campus
    self.text = text
    self.coordinate = coordinate
    self.strategy = strategy
  }
}

/// The answer to "where is this venue text": a place, or an abstention with its reason.
public struct Placement: Hashable, Sendable, Codable {
  public enum Method: String, Hashable, Sendable, Codable {
    case alias, room, code, fuzzy, coordinates, `default`, decision
  }

  public enum Abstention: String, Hashable, Sendable, Codable {
    case online
    case toBeAnnounced = "to-be-announced"
    case offCampus = "off-campus"
    case ambiguous, unknown
    /// The place is known and answered with, but no source says where on the map it is.
    case noPoint = "no-point"
    /// The source states no venue.
    case none
  }

  public struct Candidate: Hashable, Sendable, Codable {
    public var place: String
    /// 0 ... 1.
    public var score: Double
    /// The word of the text by which a sibling is meant: the "7" of "Hall 7" for Hall 5; nil where
    /// nothing contradicts.
    public var against: String?

    public init(place: String, score: Double, against: String? = nil) {
      self.place = place
      self.score = score
      self.against = against
    }
  }

  /// Id of the place; nil where the geocoder abstains.
  public var place: String?
  public var name: String?
  /// Code or name of the room, as the gazetteer writes it.
  public var room: String?
  /// Storey of the room, or the one that the text names; counted as the gazetteer counts.
  public var floor: Int?
  /// The room's point where known, else the place's, else the source's own one inside the bounds.
  public var coordinate: Coordinate?
  /// 0 ... 1: the share of such answers that are right.
  public var confidence: Double
  public var method: Method?
  /// Why there is no place; with a place only `.noPoint`.
  public var reason: Abstention?
  /// The best three, best first.
  public var candidates: [Candidate]

  /// The likeliest place where none is answered.
  public var likeliest: String? { place == nil ? candidates.first?.place : nil }

  /// The word of the text that contradicts the answer, or the likeliest place where none is answered.
  public var against: String? {
    candidates.first.flatMap { $0.place == place || place == nil ? $0.against : nil }
  }

  public init(
    place: String, name: String, room: String? = nil, floor: Int? = nil,
    coordinate: Coordinate? = nil, confidence: Double, method: Method,
    candidates: [Candidate] = []
  ) {
    self.place = place
    self.name = name
    self.room = room
    self.floor = floor
    self.coordinate = coordinate
    self.confidence = confidence
    self.method = method
    self.candidates = candidates
  }

  public init(abstaining reason: Abstention, candidates: [Candidate] = []) {
    self.confidence = 0
    self.reason = reason
    self.candidates = candidates
  }
}
