import AlmanacModel

/// What is told of a document in which the same is wrong again and again.
enum FindingDigest {
  /// Findings of one code that are told one by one; nobody reads more.
  static let most = 1_000

  /// The findings in their order, of each code no more than the first thousand; how many more there
  /// are is told in their place.
  static func of(_ findings: [Finding], source: String) -> [Finding] {
    guard findings.count > most else { return findings }
    var counts: [FindingCode: Int] = [:]
    var kept = findings.filter { finding in
      counts[finding.code, default: 0] += 1
      return counts[finding.code, default: 0] <= most
    }
    for (code, count) in counts.sorted(by: { $0.key.rawValue < $1.key.rawValue })
    where count > most {
      kept.append(
        Finding(
          "W_MORE", source: source, subject: code.rawValue,
          message: "\(count - most) more findings \(code) in this document; the first \(most) are "
            + "told one by one"))
    }
    return kept
  }
}
