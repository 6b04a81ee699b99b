/// A publisher's category of an event that no table maps to the taxonomy.
public struct UnmappedWord: Hashable, Sendable {
  /// The event's id.
  public var event: String
  public var word: String
  /// Id of the event's most trusted source.
  public var source: String

  public init(event: String, word: String, source: String) {
    self.event = event
    self.word = word
    self.source = source
  }
}
