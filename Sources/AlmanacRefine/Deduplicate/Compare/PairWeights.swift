public import AlmanacModel

/// Weights of evidence in bits of log-odds, in the manner of Fellegi and Sunter: a value for each bin
/// of each kind of evidence. They are learned by logistic regression from labeled pairs
/// (`almanac-lab train deduplicate`, which writes `LearnedWeights.swift`).
///
/// A class, because they are read a million times: a copy of a struct would count references.
final class PairWeights: Sendable {
  let bias: Float
  /// Of all kinds of evidence in turn, as `EvidenceKind.starts` says.
  private let bits: [Float]
  /// The most bits that competing items can add.
  let mostOfCompetition: Float

  init(bias: Float, bits: [Float]) {
    precondition(bits.count == EvidenceKind.starts.last)
    self.bias = bias
    self.bits = bits
    mostOfCompetition = EvidenceKind.allCases.indices.dropFirst(Self.fixedKinds).reduce(0) {
      $0 + (bits[EvidenceKind.starts[$1]..<EvidenceKind.starts[$1 + 1]].max() ?? 0)
    }
  }

  /// - Parameter object: By kind of evidence its weights, and `bias`.
  convenience init?(_ object: JSONValue?) {
    guard let bias = object?["bias"]?.array?.first?.double else { return nil }
    let bits = EvidenceKind.allCases.flatMap { kind in
      (object?[kind.rawValue]?.array ?? []).compactMap(\.double).map(Float.init)
    }
    guard bits.count == EvidenceKind.starts.last else { return nil }
    self.init(bias: Float(bias), bits: bits)
  }

  /// Kinds of evidence but those of competing items.
  private static let fixedKinds = 18

  /// The sum of the weights in bits, without those of competing items.
  func matchWeight(_ bins: FeatureBins) -> Float {
    var matchWeight = bias
    for index in bins.bins.indices { matchWeight += bits[Self.starts[index] + bins.bins[index]] }
    return matchWeight
  }

  /// The sum of the weights of some kinds of evidence in bits, without the kinds that cross them.
  ///
  /// - Parameter bins: As `FeatureBins.places` gives.
  func matchWeight(of kinds: [EvidenceKind], _ bins: [Int]) -> Float {
    zip(EvidenceKind.allCases, bins).reduce(0) { $0 + (kinds.contains($1.0) ? bits[$1.1] : 0) }
  }

  /// The weight of competing items in bits.
  func matchWeight(
    _ competing: ComparisonVector.CompetingItems, _ bins: FeatureBins.CompetitionBins
  ) -> Float {
    let places = bins.bins(competing)
    var matchWeight: Float = 0
    for index in places.indices {
      matchWeight += bits[Self.starts[Self.fixedKinds + index] + places[index]]
    }
    return matchWeight
  }

  /// `EvidenceKind.starts` without a heap object.
  private static let starts: InlineArray<21, Int> = .init { EvidenceKind.starts[$0] }
}

/// The weights for pairs of two sources, and for pairs of one source that may have posted one thing twice.
public struct LinkageWeights: Sendable {
  let twoSources: PairWeights
  let oneSource: PairWeights

  /// Those that the program is built with.
  public static let learned: LinkageWeights = {
    guard let twoSources = PairWeights(learnedValue["twoSources"]),
      let oneSource = PairWeights(learnedValue["oneSource"])
    else { preconditionFailure("LearnedWeights.swift lacks a kind of evidence") }
    return LinkageWeights(twoSources: twoSources, oneSource: oneSource)
  }()

  /// Members `twoSources` and `oneSource`, each with an array of bits by kind of evidence.
  public static let learnedValue = (try? JSONValue(parsing: Array(learnedText.utf8))) ?? .null

  private init(twoSources: PairWeights, oneSource: PairWeights) {
    (self.twoSources, self.oneSource) = (twoSources, oneSource)
  }

  /// Those that the program is built with, but for pairs of two sources.
  ///
  /// - Parameter twoSources: An array of bits by kind of evidence; nil if one is missing.
  public init?(twoSources: JSONValue) {
    guard let weights = PairWeights(twoSources) else { return nil }
    self.init(twoSources: weights, oneSource: Self.learned.oneSource)
  }

  func of(oneSource isOneSource: Bool) -> PairWeights { isOneSource ? oneSource : twoSources }
}
