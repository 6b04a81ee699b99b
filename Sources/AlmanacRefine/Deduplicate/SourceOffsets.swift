import AlmanacModel
import AlmanacTime

/// Reports sources whose times differ by the same offset in all events that others list as well.
///
/// Those events get the time of the others. Events that only such a source lists keep their time: only
/// the operator can know whether it is wrong as well.
struct SourceOffsets {
  private let offsets: [UInt64: Int64]
  private let trust: TrustOrder
  /// By source, a listing of it.
  private var samples: [String: Listing] = [:]
  /// By source, the sources that list an event of it, each with how many events.
  private var partners: [String: [String: Int]] = [:]
  private var alone: [String: Int] = [:]

  /// - Parameter offsets: By the hash of a source's name, seconds that its clocks are ahead.
  init(_ offsets: [UInt64: Int64], trust: [String]) {
    self.offsets = offsets
    self.trust = TrustOrder(trust)
  }

  mutating func add(_ listings: [Listing]) {
    guard !offsets.isEmpty else { return }
    let sources = Set(listings.map(\.source))
    for listing in listings { samples[listing.source] = listing }
    for source in sources {
      for other in sources where other != source {
        partners[source, default: [:]][other, default: 0] += 1
      }
      if sources.count == 1, listings.contains(where: { !$0.start.isDay }) {
        alone[source, default: 0] += 1
      }
    }
  }

  /// One for each source that is off and lists events alone.
  var findings: [Finding] {
    samples.keys.sorted().compactMap { source -> Finding? in
      guard let offset = offsets[StableHash(source).value], let sample = samples[source] else {
        return nil
      }
      var (name, shift) = (source, -offset)
      let others = partners[source] ?? [:]
      // Two sources alone can't show which one is wrong: the less trusted one is reported.
      if others.count == 1, let other = others.keys.first, let peer = samples[other],
        offsets[StableHash(other).value] == nil, trust.rank(of: peer) > trust.rank(of: sample)
      {
        (name, shift) = (other, offset)
      }
      guard let count = alone[name] else { return nil }
      let paired = others.values.max() ?? 0
      return Finding(
        "W_TIMES_OFF", severity: .warning, source: name,
        message: "its times differ by \(Self.text(shift)) from those of other sources in "
          + "\(paired) events; \(count) events that it lists alone keep their times: if these are "
          + "wrong, too, add 'correct: {shift: \(Self.text(shift))}' to its feed.yaml",
        count: count)
    }
  }

  /// `4h`, `-90m` or `30s`.
  private static func text(_ seconds: Int64) -> String {
    if seconds % 3_600 == 0 { return "\(seconds / 3_600)h" }
    return seconds % 60 == 0 ? "\(seconds / 60)m" : "\(seconds)s"
  }
}
