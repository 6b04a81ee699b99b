import AlmanacModel

/// Weights of evidence in bits of log-odds, in the manner of Fellegi and Sunter: a value for each bin
/// of each kind of evidence, and for pairs of kinds that depend on each other. They were learned by
/// logistic regression on half of the cities of labelled real feeds and of generated duplicates by
/// `Benchmarks/deduplicate/fit.py`, which writes `LearnedWeights.swift`.
///
/// A class, because they are read a million times: a copy of a struct would count twenty references.
final class PairWeights: Sendable {
  let bias: Float
  let time: [Float]
  let place: [Float]
  let text: [Float]
  let shared: [Float]
  let less: [Float]
  let more: [Float]
  let agreement: [Float]
  let conflict: [Float]
  let equal: [Float]
  let link: [Float]
  let timeByRival: [Float]
  let placeByRival: [Float]
  let rivalByLess: [Float]
  let placeByText: [Float]
  let agreementByText: [Float]
  let agreementByPlace: [Float]
  let timeByAgreement: [Float]
  let sharedByPlace: [Float]
  let sharedByTime: [Float]

  /// The most bits that competing items can add.
  let mostOfRivals: Float

  /// Of pairs of two sources.
  static let ofTwoSources = PairWeights("twoSources")
  /// Of pairs of one source: whether it posted one thing twice.
  static let ofOneSource = PairWeights("oneSource")

  private init(_ name: String) {
    let all = try? JSONValue(parsing: Array(Self.learned.utf8))
    func bits(_ kind: String) -> [Float] {
      let bits = (all?[name]?[kind]?.array ?? []).compactMap(\.double).map(Float.init)
      precondition(!bits.isEmpty, "LearnedWeights.swift has no \(name).\(kind)")
      return bits
    }
    bias = bits("bias")[0]
    time = bits("time")
    place = bits("place")
    text = bits("text")
    shared = bits("shared")
    less = bits("less")
    more = bits("more")
    agreement = bits("agreement")
    conflict = bits("conflict")
    equal = bits("equal")
    link = bits("link")
    timeByRival = bits("timeByRival")
    placeByRival = bits("placeByRival")
    rivalByLess = bits("rivalByLess")
    placeByText = bits("placeByText")
    agreementByText = bits("agreementByText")
    agreementByPlace = bits("agreementByPlace")
    timeByAgreement = bits("timeByAgreement")
    sharedByPlace = bits("sharedByPlace")
    sharedByTime = bits("sharedByTime")
    mostOfRivals =
      (timeByRival.max() ?? 0) + (placeByRival.max() ?? 0) + (rivalByLess.max() ?? 0)
  }
}
