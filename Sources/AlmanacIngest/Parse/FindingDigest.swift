import AlmanacModel

/// Limits the findings of a document that repeats one defect.
enum FindingDigest {
  /// The findings of one code that are reported one by one.
  static let most = 1_000

  /// The findings in their order, at most 1,000 of each code. A finding `W_MORE` counts the others.
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
            + "reported one by one"))
    }
    return kept
  }
}
