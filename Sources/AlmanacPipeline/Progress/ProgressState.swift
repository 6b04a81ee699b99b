import AlmanacModel

/// How far a run is, from what it told and when.
///
/// Times are those of a clock that never goes back, since any moment before the first event.
public struct ProgressState: Sendable {
  /// One thing that is being worked on.
  struct Task: Hashable, Sendable {
    var subject: String
    var since: Duration
  }

  private(set) var stage: StageName?
  /// The campus, where a stage goes campus by campus.
  private(set) var part: String?
  private(set) var unit = ProgressUnit.records
  private(set) var total = 0
  private(set) var done = 0
  private(set) var since = Duration.zero
  /// What is being worked on, in the order of its beginning.
  private(set) var tasks: [Task] = []
  /// Done in the parts before this one.
  private var doneBefore = 0
  private var rate = RecentRate(since: .zero)

  public init() {}

  public mutating func apply(_ event: ProgressEvent, at now: Duration) {
    switch event {
    case .began(let name):
      self = ProgressState()
      stage = name
      begin(at: now)
    case .expects(let count, let unit, let part):
      doneBefore += done
      self.unit = unit
      self.part = part
      total = count
      tasks = []
      begin(at: now)
    case .took(let subject):
      tasks.append(Task(subject: subject, since: now))
    case .finished(let subject):
      if let index = tasks.firstIndex(where: { $0.subject == subject }) {
        tasks.remove(at: index)
      }
      advance(by: 1, at: now)
    case .advanced(let count):
      advance(by: count, at: now)
    case .ended:
      tasks = []
    }
  }

  /// Done in the whole stage.
  var doneInStage: Int { doneBefore + done }

  /// From 0 to 100; nil where nothing is to be counted.
  var percent: Int? { total > 0 ? min(100, done * 100 / total) : nil }

  func perSecond(at now: Duration) -> Double? { rate.perSecond(at: now) }

  /// Seconds until all is done at the recent rate; nil where that can't be said.
  func secondsLeft(at now: Duration) -> Int? {
    guard total >= done, let rate = perSecond(at: now) else { return nil }
    let seconds = (Double(total - done) / rate).rounded(.up)
    return seconds < Self.farthest ? Int(seconds) : nil
  }

  /// A forecast of more than four days is none.
  private static let farthest = 350_000.0

  private mutating func begin(at now: Duration) {
    done = 0
    since = now
    rate = RecentRate(since: now)
  }

  private mutating func advance(by count: Int, at now: Duration) {
    done += count
    rate.note(done, at: now)
  }
}
