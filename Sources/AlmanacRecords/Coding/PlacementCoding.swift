public import AlmanacModel

extension Coordinate: FastJSONCodable {
  public func write(to output: inout JSONRecordEncoder) {
    output.beginObject()
    output.member("latitude", latitude)
    output.member("longitude", longitude)
    output.endObject()
  }

  public init(from input: inout JSONRecordDecoder) throws(UnexpectedRecord) {
    try input.beginObject()
    let latitude: Double = try input.member("latitude")
    let longitude: Double = try input.member("longitude")
    try input.endObject()
    guard let coordinate = Coordinate(latitude: latitude, longitude: longitude) else {
      throw UnexpectedRecord()
    }
    self = coordinate
  }
}

extension VenueQuery: JSONMemberCodable {
  public static var blank: VenueQuery { VenueQuery(campus: "", text: nil) }

  public mutating func code(with coder: inout some JSONMemberCoder) throws(UnexpectedRecord) {
    try coder.member("campus", &campus)
    try coder.member("coordinate", &coordinate)
    try coder.member("strategy", &strategy)
    try coder.member("text", &text)
  }
}

extension VenueStrategy: FastJSONCodable {
  public func write(to output: inout JSONRecordEncoder) {
    output.beginObject()
    switch self {
    case .text: output.member("text", [:])
    case .place(let id): output.member("place", ["place": id])
    case .fallback(let place): output.member("fallback", ["place": place])
    case .preferCoordinates: output.member("preferCoordinates", [:])
    case .none: output.member("none", [:])
    }
    output.endObject()
  }

  public init(from input: inout JSONRecordDecoder) throws(UnexpectedRecord) {
    try input.beginObject()
    let name = try input.memberName()
    let values = try [String: String](from: &input)
    try input.endObject()
    switch (name, values["place"]) {
    case ("text", nil): self = .text
    case ("place", let place?): self = .place(id: place)
    case ("fallback", let place?): self = .fallback(place: place)
    case ("preferCoordinates", nil): self = .preferCoordinates
    case ("none", nil): self = .none
    default: throw UnexpectedRecord()
    }
  }
}

extension Placement: JSONMemberCodable {
  public static var blank: Placement { Placement(abstaining: .none) }

  public mutating func code(with coder: inout some JSONMemberCoder) throws(UnexpectedRecord) {
    try coder.member("candidates", &candidates)
    try coder.member("confidence", &confidence)
    try coder.member("coordinate", &coordinate)
    try coder.member("floor", &floor)
    try coder.member("method", &method)
    try coder.member("name", &name)
    try coder.member("place", &place)
    try coder.member("reason", &reason)
    try coder.member("room", &room)
  }
}

extension Placement.Method: FastJSONCodable {}
extension Placement.Abstention: FastJSONCodable {}

extension Placement.Candidate: JSONMemberCodable {
  public static var blank: Self { Self(place: "", score: 0) }

  public mutating func code(with coder: inout some JSONMemberCoder) throws(UnexpectedRecord) {
    try coder.member("against", &against)
    try coder.member("place", &place)
    try coder.member("score", &score)
  }
}
