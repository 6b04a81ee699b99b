import AlmanacModel

/// Where a candidate takes place: the geocoder's answer, and the source's words.
struct CandidateVenue: Hashable, Sendable {
  /// Answers less sure than this are not held against a merge.
  static let sureness = 0.6

  /// Id of the place, where the geocoder was sure enough.
  let place: String?
  let room: String?
  let coordinate: Coordinate?
  let isOnline: Bool
  /// Distinct words of the venue text, ascending, without those that most venues have.
  let words: [UInt64]

  init(_ text: String?, placement: Placement?) {
    let isSure = (placement?.confidence ?? 0) >= Self.sureness && placement?.method != .default
    place = isSure ? placement?.place : nil
    room = isSure ? placement?.room : nil
    coordinate = isSure ? placement?.coordinate : nil
    isOnline = placement?.reason == .online
    let isText = placement?.reason != .toBeAnnounced && !isOnline
    let words = isText ? FoldedText(text ?? "").words.map(\.hash) : []
    self.words = Array(Set(words).subtracting(Self.commonWords)).sorted()
  }

  private static let commonWords = Set(
    ["the", "of", "and", "at", "in", "room", "rm", "building", "bldg", "hall", "floor", "level"]
      .map { StableHash.bytes($0.utf8) })
}
