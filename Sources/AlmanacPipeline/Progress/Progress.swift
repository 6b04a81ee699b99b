public import AlmanacModel
import Foundation

/// Progress that a run reports.
public enum ProgressEvent: Hashable, Sendable {
  case began(StageName)
  /// The number of things ahead; a stage reports it once for each campus.
  case expects(Int, ProgressUnit, of: String?)
  case advanced(Int)
  case ended(StageName, seconds: Double)
}

/// What a stage counts.
public enum ProgressUnit: String, Hashable, Sendable {
  case sources, requests, venues, listings, events, records

  func text(_ count: Int) -> String {
    "\(count) \(count == 1 ? String(rawValue.dropLast()) : rawValue)"
  }
}

/// Receives the progress of a run. The stages know nothing of terminals.
public struct ProgressSink: Sendable {
  public static let unwatched = ProgressSink(nil)

  private let receive: (@Sendable (ProgressEvent) -> Void)?

  /// - Parameter receive: Called from any thread, also from several at once.
  public init(_ receive: (@Sendable (ProgressEvent) -> Void)?) { self.receive = receive }

  func report(_ event: @autoclosure () -> ProgressEvent) {
    if let receive { receive(event()) }
  }

  /// For a stage that counts its records.
  var tally: WorkTally {
    guard let receive else { return .unwatched }
    return WorkTally { receive(.advanced($0)) }
  }
}

/// How far a run is: stage, done of total, rate and time left.
///
/// Times are from a monotonic clock.
public struct ProgressState: Sendable {
  private var stage: StageName?
  /// The campus, if there are several.
  private var part: String?
  private var unit = ProgressUnit.records
  private var total = 0
  private var done = 0
  private var since = Duration.zero
  /// Done in the parts before this one.
  private var doneBefore = 0

  public init() {}

  public mutating func apply(_ event: ProgressEvent, at now: Duration) {
    switch event {
    case .began(let name):
      self = ProgressState()
      stage = name
      since = now
    case .expects(let count, let unit, let part):
      doneBefore += done
      (self.unit, self.part, total, done, since) = (unit, part, count, 0, now)
    case .advanced(let count): done += count
    case .ended: break
    }
  }

  /// The line for a terminal, at most `width` columns wide; empty if nothing is under way.
  ///
  /// - Parameter isStopping: Whether a signal asked the run to stop.
  public func line(
    at now: Duration, width: Int, style: TerminalStyle = .plain, isStopping: Bool = false
  ) -> String {
    guard let stage else { return "" }
    let seconds = (now - since) / .seconds(1)
    var words = [
      total > 0 ? "\(done)/\(unit.text(total))" : "\(Int(seconds)) s"
    ]
    if done > 0, done < total, seconds >= 0.5 {
      let rate = Double(done) / seconds
      words.append(rate < 10 ? String(format: "%.1f/s", rate) : "\(Int(rate))/s")
      words.append("\(Self.text(seconds: Double(total - done) / rate)) left")
    }
    let head = [part.map(TerminalText.oneLine), isStopping ? "(stopping)" : nil]
      .compactMap { $0.map { " \($0)" } }.joined()
    let rest = TerminalText.fitted(
      "\(head) \(words.joined(separator: ", "))", to: max(0, width - stage.rawValue.count))
    return style.strong(stage.rawValue) + rest
  }

  /// The line that stays when a stage has ended.
  public func endedLine(seconds: Double) -> String {
    let count = doneBefore + done
    return "\(stage?.rawValue ?? ""): \(count > 0 ? unit.text(count) : "nothing to do"), "
      + String(format: "%.2f s", seconds)
  }

  private static func text(seconds: Double) -> String {
    switch seconds {
    case ..<100: "\(Int(seconds.rounded(.up))) s"
    case ..<6_000: "\(Int(seconds / 60)) min"
    default: "\(Int(min(seconds, 1e6) / 3_600)) h"
    }
  }
}
