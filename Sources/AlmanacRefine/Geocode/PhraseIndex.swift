/// The names of a gazetteer as sequences of words, found from left to right in a trie.
struct PhraseIndex: Sendable {
  /// What a phrase says about where.
  enum Kind: UInt8, Sendable, Comparable {
    case name, alias, part, tenant, roomCode, roomName, address
    /// A sub-category: rooms are looked for in its places.
    case scope
    case online, toBeAnnounced, offCampus, stop

    static func < (lhs: Kind, rhs: Kind) -> Bool { lhs.rawValue < rhs.rawValue }
  }

  struct Target: Hashable, Sendable {
    /// Position of the place; for a scope, of the scope; 0 for a rule.
    let place: Int32
    let room: Int32?
    let kind: Kind
  }

  struct Phrase: Sendable {
    let words: [Int32]
    /// By place.
    var targets: [Target]
    var strength = Mention.Strength.common
    /// The sum of its words' weights.
    var weight: Float = 0
  }

  /// A name of more places says nothing about where ("office", "corridor").
  private static let mostTargets = 64

  private var edges: [UInt64: Int32] = [:]
  /// By node: the phrase that ends there.
  private var ends: [Int32] = [-1]
  private(set) var phrases: [Phrase] = []

  mutating func insert(_ words: [Int32], _ target: Target) {
    guard !words.isEmpty else { return }
    var node: Int32 = 0
    for word in words {
      let edge = Self.edge(node, word)
      if let next = edges[edge] {
        node = next
      } else {
        let next = Int32(ends.count)
        ends.append(-1)
        edges[edge] = next
        node = next
      }
    }
    let end = Int(node)
    if ends[end] < 0 {
      ends[end] = Int32(phrases.count)
      phrases.append(Phrase(words: words, targets: []))
    }
    let phrase = Int(ends[end])
    guard phrases[phrase].targets.count < Self.mostTargets else { return }
    if !phrases[phrase].targets.contains(target) { phrases[phrase].targets.append(target) }
  }

  /// Sorts the targets and fixes what the vocabulary's weights make of the phrases.
  mutating func settle(_ vocabulary: Vocabulary) {
    for index in phrases.indices {
      let words = phrases[index].words
      phrases[index].strength = Mention.Strength(of: words, vocabulary)
      phrases[index].weight = words.reduce(0) { $0 + vocabulary.weight(of: $1) }
      phrases[index].targets.sort { ($0.place, $0.kind) < ($1.place, $1.kind) }
    }
  }

  /// The node after the word; nil where no phrase goes on so. The root is 0.
  func step(_ node: Int32, _ word: Int32) -> Int32? { edges[Self.edge(node, word)] }

  /// The position of the phrase that ends at the node.
  func phrase(at node: Int32) -> Int? {
    let index = Int(node)
    guard ends.indices.contains(index), ends[index] >= 0 else { return nil }
    return Int(ends[index])
  }

  private static func edge(_ node: Int32, _ word: Int32) -> UInt64 {
    UInt64(UInt32(bitPattern: node)) << 32 | UInt64(UInt32(bitPattern: word))
  }
}
