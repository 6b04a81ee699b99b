public import AlmanacTime

/// A user and a project whose owner and user approve of each other.
public struct Match: Hashable, Sendable, Codable {
  /// `USER&PROJECT`. No id contains an ampersand.
  public var id: String
  public var user: String
  public var project: String
  /// Time of the later approval.
  public var at: Instant
}

/// Folds the lines of logs into projects and matches.
///
/// The result depends on the set of lines only, not on their order or on repeated lines, so that a log
/// may be repeated, shuffled, or read in parts.
public struct MatchFold: Sendable {
  /// Maximum swipes of one side about the other. Later swipes are ignored, so that users can't learn the
  /// other side's decision by swiping left and right.
  public static let maxSwipes = 5

  /// A swipe as numbers, which sort fast.
  private struct Entry: Comparable {
    var user: Int32
    var project: Int32
    /// 0: by the user, 1: by the owner of the project.
    var direction: Int8
    /// 0: approved, 1: rejected. The last swipe counts; of two swipes at the same time, the
    /// rejection.
    var approval: Int8
    var at: Int64

    static func < (left: Entry, right: Entry) -> Bool {
      (left.project, left.user, left.direction, left.at, left.approval)
        < (right.project, right.user, right.direction, right.at, right.approval)
    }
  }

  /// Numbers texts in the order of their first appearance.
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
  /// The latest line of each project.
  private var latest: [String: Project] = [:]
  private let now: Instant

  /// - Parameter now: The run time. Lines with a later time are ignored.
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

  /// The projects that are not deleted, with the matched users as members, and all matches in order of
  /// user and project.
  ///
  /// - Complexity: O(n log n) of the swipes.
  public func result() -> (projects: [String: Project], matches: [Match]) {
    var found = latest.filter { !$0.value.isDeleted }
    var matches: [Match] = []
    let sorted = entries.sorted()
    var index = 0
    // Entries of one project and user are adjacent; among them, those of one direction.
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
            if count <= Self.maxSwipes { last = sorted[index] }
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
      matches.append(
        Match(id: "\(name)&\(id)", user: name, project: id, at: max(one, other)))
      found[id]?.members.insert(name)
    }
    for (id, project) in found { found[id]?.members.insert(project.owner) }
    return (found, matches.sorted { ($0.user, $0.project) < ($1.user, $1.project) })
  }
}
