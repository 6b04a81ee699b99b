import AlmanacModel
import Foundation

/// The progress of a run as one line for people.
public struct ProgressLine: Sendable {
  private let state: ProgressState
  private let now: Duration
  private let isStopping: Bool

  /// - Parameters:
  ///   - now: On the clock of the state's events.
  ///   - isStopping: Whether a signal asked the run to stop.
  public init(_ state: ProgressState, at now: Duration, isStopping: Bool = false) {
    self.state = state
    self.now = now
    self.isStopping = isStopping
  }

  /// The line for a terminal, never wider than `width` columns; empty where nothing is under way.
  ///
  /// What it has depends on the width alone as far as can be, so that it does not jump about.
  public func text(width: Int, style: TerminalStyle = .plain) -> String {
    guard let stage = state.stage else { return "" }
    var line = head
    if width >= 60, let bar { line += " " + bar }
    var words = [count]
    let task = task
    if isCounting, state.done < state.total {
      words.append(left ?? "– left")
      if task == nil || width >= 90, let rate { words.append(rate) }
    }
    line += " " + words.joined(separator: ", ")
    if let task {
      let room = width - TerminalText.width(of: line) - 2
      if room >= 12 { line += ", " + TerminalText.fitted(task, to: room) }
    }
    let text = TerminalText.fitted(line, to: width)
    let name = stage.rawValue
    return text.hasPrefix(name) ? style.strong(name) + text.dropFirst(name.count) : text
  }

  /// The line for a log: a per cent is all that moves.
  func plainText(percent: Int) -> String {
    var words = ["\(percent) %", "\(state.done) of \(state.unit.text(state.total))"]
    if percent < 100, let left { words.append(left) }
    return "\(head): " + words.joined(separator: ", ")
  }

  /// What a stage leaves on the screen.
  func endedText(seconds: Double) -> String {
    let name = state.stage?.rawValue ?? ""
    let done = state.doneInStage > 0 ? state.unit.text(state.doneInStage) : "nothing to do"
    return "\(name): \(done), \(String(format: "%.2f", seconds)) s"
  }

  private var head: String {
    let words = [
      state.stage?.rawValue, state.part.map(TerminalText.oneLine),
      isStopping ? "(stopping)" : nil,
    ]
    return words.compactMap(\.self).joined(separator: " ")
  }

  /// A stage that can't say how far it is shows how long it has been at it.
  private var isCounting: Bool { state.total > 0 && (state.done > 0 || !state.tasks.isEmpty) }

  private var count: String {
    if isCounting { return "\(state.done)/\(state.unit.text(state.total))" }
    let elapsed = Self.text(seconds: Int((now - state.since) / .seconds(1)))
    return state.total > 0 ? "\(state.unit.text(state.total)), \(elapsed)" : elapsed
  }

  private static let barWidth = 12

  private var bar: String? {
    guard isCounting, let percent = state.percent else { return nil }
    let filled = percent * Self.barWidth / 100
    let head = filled < Self.barWidth ? ">" : ""
    let rest = String(repeating: " ", count: max(0, Self.barWidth - filled - 1))
    return "[" + String(repeating: "=", count: filled) + head + rest + "]"
  }

  private var rate: String? {
    state.perSecond(at: now).map { rate in
      rate < 10 ? "\((rate * 10).rounded() / 10)/s" : "\(Int(rate.rounded()))/s"
    }
  }

  /// The thing that has been worked on longest, once that is a second.
  private var task: String? {
    guard let longest = state.tasks.first else { return nil }
    let seconds = Int((now - longest.since) / .seconds(1))
    guard seconds >= 1 else { return nil }
    let verb = state.stage == .fetch ? "waiting" : "working"
    let preposition = state.stage == .fetch ? "for" : "on"
    let others = state.tasks.count > 1 ? ", \(state.tasks.count - 1) more" : ""
    return "\(verb) \(Self.text(seconds: seconds)) \(preposition) "
      + TerminalText.oneLine(longest.subject) + others
  }

  private var left: String? {
    state.secondsLeft(at: now).map { Self.text(seconds: $0) + " left" }
  }

  private static func text(seconds: Int) -> String {
    switch max(0, seconds) {
    case ..<100: "\(max(0, seconds)) s"
    case ..<6_000: "\(seconds / 60) min"
    default: "\(seconds / 3_600) h"
    }
  }
}
