/// What a phrase means: at least one target, sorted by place.
///
/// The first stands by itself because most phrases have no other: found in a text it costs neither
/// an array nor a reference.
struct PhraseTargets: RandomAccessCollection, Sendable {
  let head: PhraseIndex.Target
  private let rest: [PhraseIndex.Target]
  /// Whether all are of one place.
  let isOfOnePlace: Bool
  /// The number of places that have the phrase as a name or a part of one.
  let namedPlaces: Int

  /// nil for no targets.
  init?(_ targets: [PhraseIndex.Target]) {
    guard let first = targets.first else { return nil }
    head = first
    rest = Array(targets.dropFirst())
    isOfOnePlace = targets.allSatisfy { $0.place == first.place }
    var named = 0
    var last: Int32?
    for target in targets where target.kind <= .part && target.place != last {
      named += 1
      last = target.place
    }
    namedPlaces = named
  }

  var startIndex: Int { 0 }
  var endIndex: Int { rest.count + 1 }

  subscript(position: Int) -> PhraseIndex.Target { position == 0 ? head : rest[position - 1] }
}
