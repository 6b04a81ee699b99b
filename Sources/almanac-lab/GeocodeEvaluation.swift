import AlmanacModel

/// Compares placements with labeled truths.
struct GeocodeEvaluation: Hashable, Sendable, Codable {
  /// A venue text and its right place; nil where none is right.
  struct Truth: Hashable, Sendable, Codable {
    var campus: String
    var query: String
    var expected: String?
    /// Places that are right as well.
    var accept: [String]

    private enum CodingKeys: String, CodingKey {
      case campus, query, accept
      case expected = "expected_id"
    }

    init(campus: String, query: String, expected: String?, accept: [String] = []) {
      self.campus = campus
      self.query = query
      self.expected = expected
      self.accept = accept
    }

    init(from decoder: any Decoder) throws {
      let members = try decoder.container(keyedBy: CodingKeys.self)
      campus = try members.decode(String.self, forKey: .campus)
      query = try members.decode(String.self, forKey: .query)
      expected = try members.decodeIfPresent(String.self, forKey: .expected)
      accept = try members.decodeIfPresent([String].self, forKey: .accept) ?? []
    }

    /// Whether the place is the right one or one that is right as well.
    func accepts(_ place: String) -> Bool { place == expected || accept.contains(place) }

    /// Whether the answer is the right place, or none where none is right.
    func isMet(by answer: Placement) -> Bool {
      guard expected != nil else { return answer.place == nil }
      return answer.place.map(accepts) ?? false
    }
  }

  /// One line of the reliability table: the answers of a tenth of the confidence scale.
  struct Decile: Hashable, Sendable, Codable {
    /// The lower end: 0, 0.1 ... 0.9.
    var from: Double
    var answers = 0
    var right = 0
    /// The mean confidence; if calibrated, it equals the share that is right.
    var confidence = 0.0
  }

  /// The answers of one campus at the threshold that suits the other campuses.
  struct LeftOut: Hashable, Sendable, Codable {
    /// The least confidence of an answer, 0.6 ... 0.95.
    var threshold: Double
    var right = 0
    var wrong = 0
    var placedNegatives = 0

    /// - Parameters:
    ///   - truths: The labeled texts of the campus, with their answers.
    ///   - others: Those of the other campuses; the threshold is fitted on them.
    init(
      _ truths: [(truth: Truth, answer: Placement)],
      others: [(truth: Truth, answer: Placement)]
    ) {
      threshold = Self.threshold(for: others)
      for (truth, answer) in truths {
        guard let place = answer.place, answer.confidence >= threshold else { continue }
        if truth.expected == nil {
          placedNegatives += 1
        } else if truth.accepts(place) {
          right += 1
        } else {
          wrong += 1
        }
      }
    }

    /// The lowest of eight thresholds at which at most 1 % of the texts without a place are placed and
    /// at least 98 % of what is placed is right; the highest where none does.
    private static func threshold(for truths: [(truth: Truth, answer: Placement)]) -> Double {
      let negatives = truths.count { $0.truth.expected == nil }
      for percent in stride(from: 60, to: 95, by: 5) {
        let least = Double(percent) / 100
        let placed = truths.filter { $0.answer.place != nil && $0.answer.confidence >= least }
        let isFalse = placed.count { $0.truth.expected == nil }
        let isRight = placed.count { $0.truth.expected != nil && $0.truth.isMet(by: $0.answer) }
        if isFalse * 100 <= negatives, isRight * 100 >= placed.count * 98 { return least }
      }
      return 0.95
    }
  }

  private(set) var positives = 0
  /// Positives placed where they should be.
  private(set) var right = 0
  private(set) var wrong = 0
  private(set) var abstained = 0
  /// Positives whose first candidate is right, placed or not.
  private(set) var rightAtFirst = 0
  private(set) var negatives = 0
  private(set) var placedNegatives = 0
  /// Ten lines, lowest confidence first; placements of negatives count as wrong.
  private(set) var reliability: [Decile] = (0..<10).map {
    Decile(from: Double($0) / 10)
  }

  /// Takes the truths and their answers in the same order; surplus ones are not counted.
  init(_ truths: [Truth], answers: [Placement]) {
    for (truth, answer) in zip(truths, answers) { count(truth, answer) }
    for index in reliability.indices where reliability[index].answers > 0 {
      reliability[index].confidence /= Double(reliability[index].answers)
    }
  }

  private mutating func count(_ truth: Truth, _ answer: Placement) {
    let isRight = answer.place.map(truth.accepts) ?? false
    if truth.expected == nil {
      negatives += 1
      if answer.place != nil { placedNegatives += 1 }
    } else {
      positives += 1
      if answer.place == nil { abstained += 1 } else if isRight { right += 1 } else { wrong += 1 }
      if let first = answer.candidates.first?.place ?? answer.place, truth.accepts(first) {
        rightAtFirst += 1
      }
    }
    guard answer.place != nil, answer.confidence.isFinite else { return }
    let decile = min(9, max(0, Int(max(0, min(answer.confidence, 1)) * 10)))
    reliability[decile].answers += 1
    reliability[decile].confidence += answer.confidence
    if isRight { reliability[decile].right += 1 }
  }
}
