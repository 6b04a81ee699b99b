/// The rule for placing the listings of a source; `venue:` in `feed.yaml`.
public enum VenueStrategy: Hashable, Sendable, Codable {
  /// By the venue text.
  case text
  /// By the venue text; if it is blank or unknown, at the place with this id.
  case fallback(place: String)
  /// By the source's coordinates if they are inside the campus; else by the text.
  case preferCoordinates
  /// Always at the place with this id.
  case place(id: String)
  /// Not at all.
  case none
}

/// The fields that contain the venue text of a source; `from` and `after` of `venue:` in
/// `feed.yaml`.
public struct VenueReading: Hashable, Sendable, Codable {
  public enum Field: String, Hashable, Sendable, Codable, CaseIterable {
    /// The format's venue field, with its address.
    case location
    case address, organizer, title, description
  }

  /// In order of preference: the first one with a value counts.
  public var fields: [Field] = [.location]
  /// In a title or description, the venue is the text between this label and the end of the line.
  public var label: String?

  private enum CodingKeys: String, CodingKey {
    case fields = "from"
    case label = "after"
  }

  public init(fields: [Field] = [.location], label: String? = nil) {
    self.fields = fields
    self.label = label
  }
}

/// The input of the geocoder. Equal queries have equal placements, so each is computed once.
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

/// The result of a venue query: a place, or an abstention with its reason.
public struct Placement: Hashable, Sendable, Codable {
  public enum Method: String, Hashable, Sendable, Codable {
    case alias, room, code, fuzzy, coordinates, `default`, decision
  }

  public enum Abstention: String, Hashable, Sendable, Codable {
    case online
    case toBeAnnounced = "to-be-announced"
    case offCampus = "off-campus"
    case ambiguous, unknown
    /// The place is known, but its coordinate is not.
    case noPoint = "no-point"
    /// The source provides no venue.
    case none
  }

  public struct Candidate: Hashable, Sendable, Codable {
    public var place: String
    /// 0 ... 1.
    public var score: Double
    /// The word of the text that contradicts the candidate: the "7" of "Hall 7" for Hall 5; nil for
    /// none.
    public var against: String?

    public init(place: String, score: Double, against: String? = nil) {
      self.place = place
      self.score = score
      self.against = against
    }
  }

  /// Id of the place; nil if the geocoder abstains.
  public var place: String?
  public var name: String?
  /// Code or name of the room as written in the gazetteer.
  public var room: String?
  /// Floor of the room or in the text, as the gazetteer numbers floors.
  public var floor: Int?
  /// The room's point; else the place's; else the source's own, if it is inside the bounds.
  public var coordinate: Coordinate?
  /// 0 ... 1: the share of placements with this confidence that are right.
  public var confidence: Double
  public var method: Method?
  /// The reason for the abstention; with a place only `.noPoint`.
  public var reason: Abstention?
  /// The best three, best first.
  public var candidates: [Candidate]

  /// The best candidate, if the geocoder abstains.
  public var likeliest: String? { place == nil ? candidates.first?.place : nil }

  /// The word of the text that contradicts the place, or the best candidate if the geocoder
  /// abstains.
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
