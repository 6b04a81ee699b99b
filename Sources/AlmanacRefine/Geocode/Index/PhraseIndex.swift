/// The names of a gazetteer as sequences of words, found from left to right in a trie.
struct PhraseIndex: Sendable {
  /// The kinds of targets of a phrase.
  enum Kind: UInt8, Sendable, Comparable {
    case name, alias
    /// Some words of a name, which no other place has.
    case short
    case part, tenant, roomCode, roomName
    /// A weak meaning that any other overrides: a code in small letters.
    case hint
    case address
    /// A sub-category: rooms are looked for in its places.
    case scope
    case online, toBeAnnounced, offCampus, stop
    /// A town in which the campus is.
    case town

    static func < (lhs: Kind, rhs: Kind) -> Bool { lhs.rawValue < rhs.rawValue }
  }

  /// Several kinds in one machine word, for the inner loop.
  struct Kinds: OptionSet, Sendable {
    let rawValue: UInt16

    init(rawValue: UInt16) { self.rawValue = rawValue }

    init(_ kind: Kind) { rawValue = 1 << UInt16(kind.rawValue) }

    init(_ targets: some Sequence<Target>) {
      self = targets.reduce(into: []) { $0.formUnion(Kinds($1.kind)) }
    }

    /// All up to this one.
    init(upTo kind: Kind) { rawValue = (1 << UInt16(kind.rawValue + 1)) - 1 }

    /// The first in the order of the kinds.
    var first: Kind? { Kind(rawValue: UInt8(truncatingIfNeeded: rawValue.trailingZeroBitCount)) }

    static let ofPlaces = Kinds(upTo: .address)
    static let hint = Kinds(.hint)
    static let rooms: Kinds = [Kinds(.roomCode), Kinds(.roomName)]
    /// What is in a place.
    static let parts: Kinds = [Kinds(.part), Kinds(.tenant), .rooms]
    static let rules: Kinds = [
      Kinds(.online), Kinds(.toBeAnnounced), Kinds(.offCampus), Kinds(.stop),
      Kinds(.town),
    ]
  }

  struct Target: Hashable, Sendable {
    /// Position of the place or of the scope; 0 for a rule.
    let place: Int32
    let room: Int32?
    let kind: Kind
  }

  struct Phrase: Sendable {
    let words: [Int32]
    /// Sorted by place.
    var targets: [Target]
    var strength = Mention.Strength.common
    /// The sum of its words' weights.
    var weight: Float = 0
  }

  /// A name of more places identifies none ("office", "corridor").
  private static let mostTargets = 64

  /// Where the first words of phrases lead from.
  static let root: Int32 = 0

  /// By node and word: the node that it leads to.
  private var edges: [UInt64: Int32] = [:]
  /// By node: the position of the phrase that ends there; nil for none.
  private var ends: [Int?] = [nil]
  private(set) var phrases: [Phrase] = []

  mutating func insert(_ words: [Int32], _ target: Target) {
    guard !words.isEmpty else { return }
    var node = Self.root
    for word in words {
      let edge = Self.edge(node, word)
      if edges[edge] == nil {
        edges[edge] = Int32(ends.count)
        ends.append(nil)
      }
      node = edges[edge] ?? node
    }
    let phrase = ends[Int(node)] ?? phrases.count
    if phrase == phrases.count {
      ends[Int(node)] = phrase
      phrases.append(Phrase(words: words, targets: []))
    }
    guard phrases[phrase].targets.count < Self.mostTargets else { return }
    if !phrases[phrase].targets.contains(target) { phrases[phrase].targets.append(target) }
  }

  /// Sorts the targets and sets the weights of the phrases.
  mutating func settle(_ vocabulary: Vocabulary) {
    for index in phrases.indices {
      let words = phrases[index].words
      phrases[index].strength = Mention.Strength(of: words, vocabulary)
      phrases[index].weight = words.reduce(0) { $0 + vocabulary.weight(of: $1) }
      phrases[index].targets.sort { ($0.place, $0.kind) < ($1.place, $1.kind) }
    }
  }

  /// The node after the word; nil where no phrase goes on so.
  func step(_ node: Int32, _ word: Int32) -> Int32? { edges[Self.edge(node, word)] }

  /// The phrase that ends at the node.
  func phrase(at node: Int32) -> Phrase? { ends[Int(node)].map { phrases[$0] } }

  private static func edge(_ node: Int32, _ word: Int32) -> UInt64 {
    UInt64(UInt32(bitPattern: node)) << 32 | UInt64(UInt32(bitPattern: word))
  }
}

extension [PhraseIndex.Target] {
  var isOfOnePlace: Bool { allSatisfy { $0.place == self[0].place } }
}
