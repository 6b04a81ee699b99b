import AlmanacModel
import AlmanacTime

/// Which of a run's listings are listings of the last run under another id, and by which former names
/// the operator's decisions know them.
struct ListingRenames: Sendable {
  /// Ids of new listings to ids of the vanished ones that they are.
  private(set) var formerIDs: [String: String] = [:]
  /// By listing id, names that it had before and that decisions use.
  private(set) var formerNames: [String: Set<String>] = [:]

  /// - Parameters:
  ///   - items: All listings with an occurrence in the window.
  ///   - present: Ids of listings that are there and give no event.
  init(_ input: DeduplicateInput, items: [DatedListing], present: [String]) {
    let listed = Set(items.map(\.id))
    let present = Set(present)
    var vanished: [String: (trace: ListingTrace, event: String)] = [:]
    let named = DecisionNames.names(in: input.decisions).reduce(into: Set<String>()) {
      $0.formUnion(DecisionNames.spellings(of: $1))
    }
    for identity in input.identities {
      let isHere = identity.listings.allSatisfy { listed.contains($0) || present.contains($0) }
      if isHere, named.isEmpty { continue }
      for trace in identity.traces {
        if let names = trace.formerNames, !named.isDisjoint(with: names) {
          formerNames[trace.id, default: []].formUnion(named.intersection(names))
        }
        guard !listed.contains(trace.id), !present.contains(trace.id) else { continue }
        vanished[trace.id] = (trace, identity.id)
      }
    }
    guard !vanished.isEmpty else { return }
    // Only sources with a vanished listing can have renamed one. Their known listings are compared too,
    // because a title that one of them has is not unique.
    let known = input.identities.reduce(into: Set<String>()) { $0.formUnion($1.listings) }
    let sources = Set(vanished.values.map(\.trace.source))
    var (appeared, staying): ([ListingTrace], [ListingTrace]) = ([], [])
    for item in items where sources.contains(item.listing.source) {
      let trace = Deduplicator.trace(of: item)
      if known.contains(trace.id) { staying.append(trace) } else { appeared.append(trace) }
    }
    formerIDs = ListingReconciler(now: input.now, zone: input.zone).renamed(
      vanished: vanished.values.map(\.trace).sorted { $0.id < $1.id }, appeared: appeared,
      staying: staying)
    guard !named.isEmpty else { return }
    for (id, former) in formerIDs {
      guard let trace = vanished[former]?.trace else { continue }
      addNames(of: trace, to: id, named)
    }
    let hidden = input.decisions.hide.reduce(into: Set<String>()) {
      $0.formUnion(DecisionNames.spellings(of: $1))
    }
    hide(appeared, of: vanished.values.sorted { $0.trace.id < $1.trace.id }, hidden)
  }

  private mutating func addNames(of trace: ListingTrace, to id: String, _ named: Set<String>) {
    let names = DecisionNames.names(of: trace).intersection(named)
    if !names.isEmpty { formerNames[id, default: []].formUnion(names) }
  }

  /// Hides new listings that may be a hidden one that vanished, also where it is not clear which of
  /// them it is: what the operator hid must not come back.
  private mutating func hide(
    _ appeared: [ListingTrace], of vanished: [(trace: ListingTrace, event: String)],
    _ hidden: Set<String>
  ) {
    guard !hidden.isEmpty else { return }
    var names: [[String]: Set<String>] = [:]
    for (trace, event) in vanished {
      let found = DecisionNames.names(of: trace).union([event]).intersection(hidden)
      if !found.isEmpty { names[Self.appearance(of: trace), default: []].formUnion(found) }
    }
    guard !names.isEmpty else { return }
    for trace in appeared {
      guard let found = names[Self.appearance(of: trace)] else { continue }
      formerNames[trace.id, default: []].formUnion(found)
    }
  }

  private static func appearance(of trace: ListingTrace) -> [String] {
    [trace.source, trace.title, trace.start.description]
  }
}
