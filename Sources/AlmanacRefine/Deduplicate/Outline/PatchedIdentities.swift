import AlmanacModel
import AlmanacTime

/// The outline of last night's identities, to be made tonight's.
struct PatchedIdentities: Sendable {
  let outline: IdentityOutline
  /// In their order.
  let ids: [String]
  /// Numbers of those that others take the place of, ascending.
  let replaced: [Int]
  /// Hashes of the ids of listings that state something tonight.
  let stated: HashNumbers

  /// - Parameter identities: those in their place, in the order of their ids.
  func bytes(with identities: [EventIdentity], zone: Zone) -> [UInt8] {
    var patched = IdentityOutline()
    var absences = outline.absences[...]
    var gone = replaced[...]
    var place = 0
    /// Takes over those from `place` on that stay.
    func keep(until end: Int) {
      while place < end {
        let next = min(end, gone.first ?? end)
        let skipped = absences.prefix { Int($0.identity) < place }.count
        absences = absences.dropFirst(skipped)
        let taken = absences.prefix { Int($0.identity) < next }
        patched.append(place..<next, of: outline, absences: taken)
        absences = absences.dropFirst(taken.count)
        place = next
        if gone.first == place {
          gone.removeFirst()
          place += 1
        }
      }
    }
    for identity in identities {
      keep(until: ids.lowerBound(of: identity.id))
      patched.append(identity, zone: zone) { stated.contains($0) }
    }
    keep(until: ids.count)
    return patched.bytes
  }

  /// Those of these names that an identity has that stays, or one of its listings.
  func known(of names: Set<String>) -> Set<String> {
    guard !names.isEmpty else { return [] }
    let hashes = Dictionary(
      names.map { (StableHash($0).value, $0) }, uniquingKeysWith: { first, _ in first })
    let gone = Set(replaced)
    var known: Set<String> = []
    for identity in outline.ids.indices where !gone.contains(identity) {
      if let name = hashes[outline.ids[identity]] { known.insert(name) }
      for listing in outline.listings(of: identity) {
        if let name = hashes[listing] { known.insert(name) }
      }
    }
    return known
  }
}

extension [String] {
  /// Of those in order, where the first stands that is not less.
  fileprivate func lowerBound(of value: String) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if self[middle] < value { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
