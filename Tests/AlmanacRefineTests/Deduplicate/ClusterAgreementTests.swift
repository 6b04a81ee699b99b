import Testing

@testable import AlmanacRefine

/// When two clusters of records become one.
@Suite struct ClusterAgreementTests {
  @Test("The mean match weight must be positive")
  func average() {
    #expect(OccurrenceClusterer.isConsistent([3, -2.5]))
    #expect(!OccurrenceClusterer.isConsistent([3, -3]))
    #expect(!OccurrenceClusterer.isConsistent([2, -1.5, -1]))
  }

  @Test("One pair far below the threshold forbids joining")
  func weakestLink() {
    #expect(OccurrenceClusterer.isConsistent([6, 6, 6, -4.9]))
    #expect(!OccurrenceClusterer.isConsistent([6, 6, 6, -5]))
  }

  @Test("The weight of certain pairs is capped")
  func cap() {
    let certain = PairScorer.certain
    #expect(OccurrenceClusterer.isConsistent([certain, -4, 4.1 - certain]))
    #expect(!OccurrenceClusterer.isConsistent([certain * 5, -4, 3.9 - certain]))
  }

  @Test("The order of the pairs doesn't matter")
  func order() {
    let points: [Float] = [0.1, 0.2, -0.3, 1e-7, 4.3, -4.3]
    let forwards = OccurrenceClusterer.isConsistent(points)
    #expect(OccurrenceClusterer.isConsistent(points.reversed()) == forwards)
    #expect(OccurrenceClusterer.isConsistent(Array(points[3...] + points[..<3])) == forwards)
  }
}
