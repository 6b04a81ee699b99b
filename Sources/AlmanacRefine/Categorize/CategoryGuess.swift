/// A model's result for a labeled event.
public struct CategoryGuess: Hashable, Sendable {
  public var id: String
  /// Id of the right category.
  public var truth: String
  /// By category, 0 ... 1; the sum is 1.
  public var shares: [Double]
  /// Ids in the order of the shares.
  public var categories: [String]
  /// 0 ... 1.
  public var confidence: Double

  /// - Parameter confidence: By default, the highest share.
  public init(
    id: String, truth: String, shares: [Double], categories: [String], confidence: Double? = nil
  ) {
    self.id = id
    self.truth = truth
    self.shares = shares
    self.categories = categories
    self.confidence = confidence ?? shares.max() ?? 0
  }

  /// Id of the most likely category.
  public var guess: String {
    shares.indices.max { (shares[$0], $1) < (shares[$1], $0) }.map { categories[$0] } ?? ""
  }
}
