import AlmanacModel

/// Finds decisions whose names match nothing, such as misspelled ones.
///
/// Names of all listings are known, also of private ones and of those outside the window, and names of
/// all former events: a decision about a past event is no mistake.
struct DecisionCheck {
  private var known: Set<String> = []
  private var named: Set<String> = []

  /// Adds the names in the decisions and the names of the listings.
  mutating func add(_ input: DeduplicateInput) {
    let names = DecisionNames.names(in: input.decisions)
    guard !names.isEmpty else { return }
    named.formUnion(names)
    for listing in input.listings { known.formUnion(DecisionNames.names(of: listing)) }
  }

  /// Adds the present and former names of the events.
  mutating func add(_ identities: [EventIdentity]) {
    guard !named.isEmpty else { return }
    for identity in identities {
      known.formUnion([identity.id] + identity.listings)
      for trace in identity.traces { known.formUnion(trace.formerNames ?? []) }
    }
  }

  /// One for each name, in their order.
  var findings: [Finding] {
    named.filter { DecisionNames.spellings(of: $0).isDisjoint(with: known) }.sorted().map { name in
      Finding(
        "W_DECISION_UNKNOWN", severity: .warning, subject: name,
        message: "a decision names '\(name)', but no listing or event is called so; "
          + "correct it or remove it from the decisions")
    }
  }
}
