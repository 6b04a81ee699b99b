public import AlmanacModel

extension Coordinate: HandCoded {
  public func write(to output: inout RecordOutput) {
    output.beginObject()
    output.member("latitude", latitude)
    output.member("longitude", longitude)
    output.endObject()
  }

  public init(from input: inout RecordInput) throws(RecordInput.Unexpected) {
    try input.beginObject()
    let latitude: Double = try input.member("latitude")
    let longitude: Double = try input.member("longitude")
    try input.endObject()
    guard let coordinate = Coordinate(latitude: latitude, longitude: longitude) else {
      throw RecordInput.Unexpected()
    }
    self = coordinate
  }
}

extension VenueQuery: HandCoded {
  public func write(to output: inout RecordOutput) {
    output.beginObject()
    output.member("campus", campus)
    output.member("coordinate", coordinate)
    output.member("strategy", strategy)
    output.member("text", text)
    output.endObject()
  }

  public init(from input: inout RecordInput) throws(RecordInput.Unexpected) {
    try input.beginObject()
    let campus: String = try input.member("campus")
    let coordinate: Coordinate? = try input.optional("coordinate")
    let strategy: VenueStrategy = try input.member("strategy")
    let text: String? = try input.optional("text")
    try input.endObject()
    self.init(campus: campus, text: text, coordinate: coordinate, strategy: strategy)
  }
}

extension VenueStrategy: HandCoded {
  public func write(to output: inout RecordOutput) {
    output.beginObject()
    switch self {
    case .text: output.member("text", [:])
    case .fallback(let place): output.member("fallback", ["place": place])
    case .preferCoordinates: output.member("preferCoordinates", [:])
    case .none: output.member("none", [:])
    }
    output.endObject()
  }

  public init(from input: inout RecordInput) throws(RecordInput.Unexpected) {
    try input.beginObject()
    let name = try input.memberName()
    let values = try [String: String](from: &input)
    try input.endObject()
    switch (name, values["place"]) {
    case ("text", nil): self = .text
    case ("fallback", let place?): self = .fallback(place: place)
    case ("preferCoordinates", nil): self = .preferCoordinates
    case ("none", nil): self = .none
    default: throw RecordInput.Unexpected()
    }
  }
}

extension Placement: HandCoded {
  public func write(to output: inout RecordOutput) {
    output.beginObject()
    output.member("candidates", candidates)
    output.member("confidence", confidence)
    output.member("coordinate", coordinate)
    output.member("floor", floor)
    output.member("method", method)
    output.member("name", name)
    output.member("place", place)
    output.member("reason", reason)
    output.member("room", room)
    output.endObject()
  }

  public init(from input: inout RecordInput) throws(RecordInput.Unexpected) {
    self.init(abstaining: .none)
    try input.beginObject()
    candidates = try input.member("candidates")
    confidence = try input.member("confidence")
    coordinate = try input.optional("coordinate")
    floor = try input.optional("floor")
    method = try input.optional("method")
    name = try input.optional("name")
    place = try input.optional("place")
    reason = try input.optional("reason")
    room = try input.optional("room")
    try input.endObject()
  }
}

extension Placement.Method: HandCoded {}
extension Placement.Abstention: HandCoded {}

extension Placement.Candidate: HandCoded {
  public func write(to output: inout RecordOutput) {
    output.beginObject()
    output.member("against", against)
    output.member("place", place)
    output.member("score", score)
    output.endObject()
  }

  public init(from input: inout RecordInput) throws(RecordInput.Unexpected) {
    try input.beginObject()
    let against: String? = try input.optional("against")
    let place: String = try input.member("place")
    let score: Double = try input.member("score")
    try input.endObject()
    self.init(place: place, score: score, against: against)
  }
}
