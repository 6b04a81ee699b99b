/// Weights of evidence in bits of log-odds, in the manner of Fellegi and Sunter: a value for each bin
/// of each kind of evidence, and for pairs of kinds that depend on each other. They were learned by
/// logistic regression on half of the cities of labelled real feeds and of generated duplicates;
/// `Benchmarks/deduplicate/fit.py` does it again.
struct PairWeights: Sendable {
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

  /// Weights where they are read, a million times: a copy of the struct would count twenty
  /// references.
  final class Learned: Sendable {
    let weights: PairWeights
    /// The most bits that rivals can add.
    let mostOfRivals: Float

    init(_ weights: PairWeights) {
      self.weights = weights
      mostOfRivals =
        (weights.timeByRival.max() ?? 0) + (weights.placeByRival.max() ?? 0)
        + (weights.rivalByLess.max() ?? 0)
    }
  }

  /// Of pairs of two sources.
  static let ofTwoSources = Learned(
    PairWeights(
      bias: -12.98,
      time: [2.85, 2.51, -2.77, 1.54, 0.67, 2.34, -0.33, -5.45, -2.9, -1.58, 0.69, 2.46, 0],
      place: [
        3.1, 2.1, -3.19, 0.18, -6.19, 2.1, 0.2, 0.18, 1.62, -2.05, -0.1, 0.16, -2.19, -1.09, 0.59,
        0.09, -6,
      ],
      text: [1.37, 0.02, -1.82, -1.8, -0.73, 0.29, -0.33, 1.12, 0.5, 1.4],
      shared: [-0.76, -0.72, -0.89, 0.4, -0.14, 0.6, 0.27, 0.3, 0.94],
      less: [2.13, 0.9, 1.8, 1.64, -0.33, 0.06, -3.74, -2.44],
      more: [1.17, 0.56, 0.94, -2.36, -0.32, 0.54, -0.34, -0.17],
      agreement: [-1.79, -0.63, 0.28, -0.23, 0.87, 0.14, 0.29, 0.35, 0.35, 0.38],
      conflict: [1.37, -1.35, 0, 0],
      equal: [-0.09, 0.11],
      link: [2.77, 5.58, -8.27, -0.06],
      timeByRival: [0.94, 1.65, 1.22, 0.32, 2.56, -1.89, 1.05, -2.03, 0.72, -4.52],
      placeByRival: [1.16, 1.14, 1.82, -1.47, 1.83, -1.74, -0.28, -2.44],
      rivalByLess: [1.83, 0.82, 1.44, 1.2, -0.61, -4.67],
      placeByText: [
        0.61, 0.64, 0.45, 0.6, 0.43, -0.52, -0.12, 0.56, 0.6, -1.78, -0.01, 1.27, -0.28, -1.94,
        -1.08, 0.58,
      ],
      agreementByText: [
        -0.39, -2.76, -0.81, 1.83, 1.27, -1.12, -0.09, 0.73, 0.56, -0.39, -0.3, 0.77, -0.07, 0.68,
        0.44, -0.31,
      ],
      agreementByPlace: [
        1.22, -0.55, -1.69, -1.13, 0.68, 0.22, -0.41, 0.29, 0.61, 0.26, 0.89, -1.12, -0.21, 0.41,
        1.29, -0.76,
      ],
      timeByAgreement: [
        1.04, 0.34, 1, 0.22, -0.02, 0, 0.25, 1.31, -1.55, 0.2, 1.01, 1.01, -1.17, -1.12, -0.16,
        1.47,
        -0.43, 1.38, -1.45, -3.29,
      ],
      sharedByPlace: [
        -0.13, 0.09, 0.5, -1.16, 0.87, -0.4, -0.31, -0.63, 0.41, 0.58, -0.1, -1.21, 1.16, 0.08, -0,
        0.28,
      ],
      sharedByTime: [
        0.56, 0.15, 0.65, -0.6, -1.46, 0.13, 0.07, 0.82, -0.12, -1.36, 1.02, 0.5, -0.05, 0.35,
        -2.14,
        0.89, 0.81, -0.75, -0.6, 1.16,
      ]))

  /// Of pairs of one source: whether it posted one thing twice.
  static let ofOneSource = Learned(
    PairWeights(
      bias: -14.54,
      time: [1.24, 1.82, -1.21, 1.31, -0.61, 0.26, -1.52, -3.03, -1.55, -0.82, 0.28, 3.84, 0],
      place: [
        2.27, 1.27, -2.33, -0.43, -5.33, 1.27, -0.15, -0.43, -0.15, -0.37, -0.11, 0, -1.33, -0.67,
        1.78, 1.28, -1.33,
      ],
      text: [0.23, -0.61, -0.26, -0.88, -0.15, 0.28, -0.07, 0.3, 0.77, 0.39],
      shared: [-0.24, 0.11, -0.83, 1.03, -0.43, 0.49, -0.26, -0.05, 0.19],
      less: [1.41, 0.52, 0.45, -0.01, -0.1, -1.01, -0.26, -1],
      more: [0.73, 1.04, 0.7, -0.55, -0.16, -2.11, 0.07, 0.3],
      agreement: [-0.72, -0.21, 0.59, 0.17, 0.72, -0.57, 0.66, -0.07, -1.21, 0.63],
      conflict: [3.05, -0.44, -0.94, -1.66],
      equal: [0.08, -0.08],
      link: [-2.08, 5.75, 0.18, -3.85],
      timeByRival: [1.84, 0, 1.31, 0, -0.01, -0.6, -0.13, -0.32, 0.15, -2.24],
      placeByRival: [1.59, -0.47, -0.13, -0.3, 0.83, 0.46, -0.24, -1.73],
      rivalByLess: [2.04, -0.09, -0.49, -0.1, 0.68, -2.03],
      placeByText: [
        0.68, -0.94, 0.21, 1.17, -0.05, -0.12, -0, -0.27, 0.34, -0.44, 0.06, 1.32, -0.74, -0.26,
        -0.21, -0.76,
      ],
      agreementByText: [
        -0.84, -0.14, -0.09, 0.73, -0.16, -0.26, -0.16, 0.9, 0.55, -0.18, -0.05, 0.28, 0.68, -1.18,
        0.36, -0.45,
      ],
      agreementByPlace: [
        0.1, -0, -0.32, -0.11, 0.73, -0.08, -0.24, -0.1, -0.46, -0, 1.3, -0.25, 0.75, -0.36, 0.55,
        -1.52,
      ],
      timeByAgreement: [
        -0.17, 0.68, 1.33, -0, -0.03, -0.05, -0.47, 1.85, -0, -0, -0, -0.6, -0.06, -0.21, -0.24,
        0.06, -0.07, -0.1, -0.03, -1.89,
      ],
      sharedByPlace: [
        0.52, -0.01, -0.46, -0.13, -0.1, -0.12, 0.14, -0.33, 0.41, -0.16, 1.05, -0.68, 0.29, -0.14,
        0.56, -0.83,
      ],
      sharedByTime: [
        0.2, -0.03, -0, -0.16, -0.1, 0.42, 0.13, -0, -0.71, -0.25, 0.23, 0.45, 0.09, 0.6, -0.76,
        0.99, 0.75, -0.7, -0.18, -0.99,
      ]))
}
