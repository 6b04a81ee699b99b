public import AlmanacTime

/// A user and a project that approve of each other.
public struct Match: Hashable, Sendable {
  /// `user&project`: no id has an ampersand.
  public var id: String { "\(user)&\(project)" }
  public var user: String
  public var project: String
  /// The later of both approvals.
  public var at: Instant
}

/// The state that logs of projects and swipes add up to.
///
/// The state depends on which lines there are and not on their order or number, so that a log may be
/// repeated, shuffled, or read in parts.
public struct MatchFold: Sendable {
  /// How often one side may swipe about the other. Later swipes change nothing, so that nobody can find
  /// out about the other side by swiping to and fro.
  public static let mostSwipes = 5

  /// Swipes are sorted, so that they are numbers only.
  private struct Entry: Comparable {
    var user: Int32
    var project: Int32
    var direction: Int8
    /// False comes last: of two swipes of one time the more careful one counts.
    var approval: Int8
    var at: Int64

    static func < (left: Entry, right: Entry) -> Bool {
      (left.project, left.user, left.direction, left.at, left.approval)
        < (right.project, right.user, right.direction, right.at, right.approval)
    }
  }

  /// Numbers for texts.
  private struct Names: Sendable {
    private(set) var texts: [String] = []
    private var numbers: [String: Int32] = [:]

    mutating func number(of text: String) -> Int32 {
      if let number = numbers[text] { return number }
      let number = Int32(texts.count)
      texts.append(text)
      numbers[text] = number
      return number
    }
  }

  private var entries: [Entry] = []
  private var users = Names()
  private var projects = Names()
  private var latest: [String: Project] = [:]
  private let now: Instant

  /// - Parameter now: The run time; lines of a later time do not count yet.
  public init(now: Instant) { self.now = now }

  public mutating func add(_ swipe: Swipe) {
    guard swipe.at <= now else { return }
    entries.append(
      Entry(
        user: users.number(of: swipe.user), project: projects.number(of: swipe.project),
        direction: swipe.direction == .user ? 0 : 1, approval: swipe.isApproved ? 0 : 1,
        at: swipe.at.secondsSinceEpoch))
  }

  public mutating func add(_ project: Project) {
    guard project.at <= now else { return }
    if let known = latest[project.id], !project.isLater(than: known) { return }
    latest[project.id] = project
  }

  /// The projects that are not deleted, by id, with the matched users among their members, and all
  /// matches in the order of their ids.
  ///
  /// - Complexity: O(n log n) of the swipes.
  public func result() -> (projects: [String: Project], matches: [Match]) {
    var found = latest.filter { !$0.value.isDeleted }
    var matches: [Match] = []
    let sorted = entries.sorted()
    var index = 0
    while index < sorted.count {
      let (user, project) = (sorted[index].user, sorted[index].project)
      var approvals: [Instant?] = [nil, nil]
      while index < sorted.count, sorted[index].user == user, sorted[index].project == project {
        let direction = sorted[index].direction
        var last = sorted[index]
        var count = 0
        var previous: Entry?
        while index < sorted.count, sorted[index].user == user, sorted[index].project == project,
          sorted[index].direction == direction
        {
          if sorted[index] != previous {
            count += 1
            if count <= Self.mostSwipes { last = sorted[index] }
          }
          previous = sorted[index]
          index += 1
        }
        if last.approval == 0 {
          approvals[Int(direction)] = Instant(secondsSinceEpoch: last.at)
        }
      }
      let (name, id) = (users.texts[Int(user)], projects.texts[Int(project)])
      guard let one = approvals[0], let other = approvals[1], let known = latest[id],
        found[id] != nil, known.owner != name, !known.members.contains(name)
      else { continue }
      matches.append(Match(user: name, project: id, at: max(one, other)))
      found[id]?.members.insert(name)
    }
    for (id, project) in found { found[id]?.members.insert(project.owner) }
    return (found, matches.sorted { ($0.user, $0.project) < ($1.user, $1.project) })
  }
}
