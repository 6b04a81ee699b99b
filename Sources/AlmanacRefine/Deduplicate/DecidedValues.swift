import AlmanacModel

/// The operator's edited values, found by id, uid or any spelling of a URL.
struct DecidedValues: Sendable {
  private let values: [String: [String: String]]

  /// - Parameter decisions: Event id, uid or URL to fields and their values.
  init(_ decisions: [String: [String: String]]) {
    var values: [String: [String: String]] = [:]
    // In the order of the names: of two spellings of one URL the first counts, in every run.
    for (name, fields) in decisions.sorted(by: { $0.key < $1.key }) {
      for spelling in DecisionNames.spellings(of: name) {
        values[spelling, default: [:]].merge(fields) { first, _ in first }
      }
    }
    self.values = values
  }

  /// The values of a field for all events.
  func allValues(of field: String) -> [String] { values.values.compactMap { $0[field] } }

  /// The values of a field for an event, with the names in the decisions, in their order.
  func values(of field: String, for event: Event) -> [(name: String, value: String)] {
    guard !values.isEmpty else { return [] }
    return DecisionNames.names(of: event).sorted().compactMap { name in
      values[name]?[field].map { (name, $0) }
    }
  }
}
