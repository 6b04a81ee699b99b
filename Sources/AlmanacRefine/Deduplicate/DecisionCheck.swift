import AlmanacModel

/// Finds decisions that name nothing: a slip of the pen would else go unseen.
///
/// Known is every listing, also those that are not public or not in the window, and every event that
/// ever was: what is over is no slip.
struct DecisionCheck {
  private var known: Set<String> = []
  private var named: Set<String> = []

  /// Notes what the operator names, and what the listings are called.
  mutating func add(_ input: DeduplicateInput) {
    let names = DecisionNames.names(in: input.decisions)
    guard !names.isEmpty else { return }
    named.formUnion(names)
    for listing in input.listings { known.formUnion(DecisionNames.names(of: listing)) }
  }

  /// Notes what the events are called, and were.
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
