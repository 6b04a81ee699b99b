public import AlmanacModel

/// Joins listings that are dates of one event, for sources that list each date as an item.
public enum DateCollapser {
  private struct Key: Hashable {
    let source: String
    let title: String
    let venue: String
  }

  /// - Parameter sources: Ids of such sources.
  /// - Returns: Ids of listings with the same title and venue, in the form of `Decisions.same`.
  public static func sets(_ listings: [Listing], of sources: Set<String>) -> [[String]] {
    guard !sources.isEmpty else { return [] }
    var sets: [Key: [String]] = [:]
    for listing in listings where sources.contains(listing.source) && listing.visibility == .public
    {
      let key = Key(
        source: listing.source, title: FoldedText.fold(listing.title),
        venue: FoldedText.fold(listing.venue ?? ""))
      sets[key, default: []].append(listing.id)
    }
    return sets.values.filter { $0.count > 1 }.map { $0.sorted() }
      .sorted { $0[0] < $1[0] }
  }
}
