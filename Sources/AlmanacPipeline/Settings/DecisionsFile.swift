import AlmanacModel

/// `decisions.yaml` as it is written. Every entry may carry a `note`, which is for people.
struct DecisionsFile: Decodable {
  private struct Group: Decodable { let listings: OneOrMany<String> }

  private struct Hidden: Decodable { let listing: String }

  private struct Pin: Decodable {
    let venue: String
    let place: String
  }

  private struct Edit: Decodable {
    let event: String
    let title: String?
    let category: String?
  }

  private let same: OneOrMany<Group>?
  private let different: OneOrMany<Group>?
  private let hide: OneOrMany<Hidden>?
  private let pins: OneOrMany<Pin>?
  private let set: OneOrMany<Edit>?

  private enum CodingKeys: String, CodingKey {
    case same, different, hide, set
    case pins = "pin-place"
  }

  var decisions: Decisions {
    var decisions = Decisions()
    decisions.same = (same?.elements ?? []).map(\.listings.elements)
    decisions.different = (different?.elements ?? []).map(\.listings.elements)
    decisions.hide = (hide?.elements ?? []).map(\.listing)
    for pin in pins?.elements ?? [] { decisions.pinPlace[pin.venue.lowercased()] = pin.place }
    for edit in set?.elements ?? [] {
      if let title = edit.title { decisions.set[edit.event, default: [:]]["title"] = title }
      if let category = edit.category {
        decisions.set[edit.event, default: [:]]["category"] = category
      }
    }
    return decisions
  }
}
