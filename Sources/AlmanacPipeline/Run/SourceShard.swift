import AlmanacModel

/// One of several equal shares of the sources, for machines that fetch and parse side by side.
///
/// All sources of a registrable domain are in one share, so that one machine alone is polite to it.
public struct SourceShard: Hashable, Sendable {
  /// From 0.
  let index: Int
  let count: Int

  /// - Parameter text: `INDEX/COUNT`, the index from 0.
  public init?(_ text: String) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) }
    guard parts.count == 2, let index = parts[0], let count = parts[1],
      (1...10_000).contains(count), (0..<count).contains(index)
    else { return nil }
    self.index = index
    self.count = count
  }

  func contains(_ source: Source) -> Bool {
    let key = source.isOfTheWeb ? Self.domain(of: source.host) : source.id
    return StableHash.bytes(key.utf8) % UInt64(count) == UInt64(index)
  }

  /// The registrable domain of a host, as far as its form shows it: two labels, or three where a country
  /// has a second level such as `ac.uk`. An address of numbers is a domain of its own.
  ///
  /// A domain that is too small costs a host no politeness, because a host is never in two.
  static func domain(of host: String) -> String {
    if host.hasPrefix("[") { return host }
    let name = host.split(separator: ":").first.map(String.init) ?? host
    let labels = name.split(separator: ".")
    guard let top = labels.last, labels.count > 2, !top.allSatisfy(\.isNumber) else { return name }
    let isCountry = top.count == 2
    let second = labels[labels.count - 2]
    return labels.suffix(isCountry && second.count <= 3 ? 3 : 2).joined(separator: ".")
  }
}
